import type { Slice } from '#server/app/slice.ts';
import { statisticsRoutes } from './statistics.routes.ts';

export const statisticsSlice: Slice = { routes: [statisticsRoutes] };
