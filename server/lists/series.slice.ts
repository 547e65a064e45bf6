import type { Slice } from '#server/app/slice.ts';
import { deleteSeriesOf } from './series.owner.store.ts';
import { seriesRoutes } from './series.routes.ts';

export const seriesSlice: Slice = {
  routes: [seriesRoutes],
  leaveAccount: (_ctx, trx, userId) => deleteSeriesOf(trx, userId),
};
