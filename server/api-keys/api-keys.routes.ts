import { keys } from '#contract/api-keys/api-keys.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { createKey, revokeKey } from './api-keys.actions.ts';
import { listKeys } from './api-keys.store.ts';

export const keysRoutes: Routes = (route) => {
  route(keys.list, async ({ ctx, user }) => listKeys(ctx.db, user.id));

  route(keys.create, async ({ ctx, user, body, request }) => createKey(ctx, user, request, body));

  route(keys.revoke, async ({ ctx, user, params, request }) => revokeKey(ctx, user, request, params.id));
};
