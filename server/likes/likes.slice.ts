import type { Slice } from '#server/app/slice.ts';
import { likesRoutes } from './likes.routes.ts';

export const likesSlice: Slice = { routes: [likesRoutes] };
