import type { Slice } from '#server/app/slice.ts';
import { geoRoutes } from './geo.routes.ts';

export const geoSlice: Slice = { routes: [geoRoutes] };
