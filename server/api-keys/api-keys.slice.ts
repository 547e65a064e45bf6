import type { Slice } from '#server/app/slice.ts';
import { keysRoutes } from './api-keys.routes.ts';
import { deleteKeysOf } from './api-keys.store.ts';

/** API keys; what one may do is decided in app/http/api-keys.ts. */
export const apiKeysSlice: Slice = {
  routes: [keysRoutes],
  leaveAccount: (_ctx, trx, userId) => deleteKeysOf(trx, userId),
};
