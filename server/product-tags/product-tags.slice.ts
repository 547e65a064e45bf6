import type { Slice } from '#server/app/slice.ts';
import { productTagsRoutes } from './product-tags.routes.ts';

export const productTagsSlice: Slice = { routes: [productTagsRoutes] };
