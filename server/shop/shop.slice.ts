import type { Slice } from '#server/app/slice.ts';
import { sweepPictures } from './pictures.jobs.ts';
import { picturesRoutes } from './pictures.routes.ts';
import { pricingRoutes } from './pricing.routes.ts';
import { shopRoutes } from './shop.routes.ts';
import { stockRoutes } from './stock.routes.ts';

export const shopSlice: Slice = {
  routes: [shopRoutes, picturesRoutes, pricingRoutes, stockRoutes],
  jobs: [sweepPictures],
};
