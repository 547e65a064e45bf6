import type { Slice } from '#server/app/slice.ts';
import { creatorsRoutes } from './creators.routes.ts';

export const creatorsSlice: Slice = { routes: [creatorsRoutes] };
