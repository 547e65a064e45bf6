import type { Slice } from '#server/app/slice.ts';
import { joinUses } from './discount-codes.store.ts';
import { sweepPictures } from './pictures.jobs.ts';
import { picturesRoutes } from './pictures.routes.ts';
import { pricingRoutes } from './pricing.routes.ts';
import { shopRoutes } from './shop.routes.ts';
import { stockRoutes } from './stock.routes.ts';

export const shopSlice: Slice = {
  joinVisitor: joinUses,
  routes: [shopRoutes, picturesRoutes, pricingRoutes, stockRoutes],
  jobs: [sweepPictures],
};
