import type { Slice } from '#server/app/slice.ts';
import { followsRoutes } from './follows.routes.ts';
import { countFollowsOf, endFollows } from './follows.store.ts';

export const followsSlice: Slice = {
  routes: [followsRoutes],
  suspendAccount: (_ctx, trx, userId, suspended) => countFollowsOf(trx, userId, !suspended),
  leaveAccount: (_ctx, trx, userId) => endFollows(trx, userId),
};
