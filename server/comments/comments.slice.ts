import type { Slice } from '#server/app/slice.ts';
import { commentsRoutes } from './comments.routes.ts';
import { joinComments } from './comments.store.ts';
import { setCommenterHidden } from './visibility.store.ts';

export const commentsSlice: Slice = {
  routes: [commentsRoutes],
  joinVisitor: joinComments,
  suspendAccount: (_ctx, trx, userId, suspended) => setCommenterHidden(trx, userId, suspended),
};
