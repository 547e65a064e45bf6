import type { Slice } from '#server/app/slice.ts';
import { tagsRoutes } from './tags.routes.ts';
import { endTagFollows } from './tags.store.ts';

export const tagsSlice: Slice = {
  routes: [tagsRoutes],
  leaveAccount: (_ctx, trx, userId) => endTagFollows(trx, userId),
};
