import type { Slice } from '#server/app/slice.ts';
import { historyRoutes } from './history.routes.ts';
import { clearHistory } from './history.store.ts';

export const historySlice: Slice = {
  routes: [historyRoutes],
  leaveAccount: (_ctx, trx, userId) => clearHistory(trx, userId),
};
