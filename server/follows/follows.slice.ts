import type { Slice } from '#server/app/slice.ts';
import { followsRoutes } from './follows.routes.ts';
import { endFollows } from './follows.store.ts';

export const followsSlice: Slice = {
  routes: [followsRoutes],
  leaveAccount: (_ctx, trx, userId) => endFollows(trx, userId),
};
