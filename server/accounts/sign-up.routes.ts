import { signUp } from '#contract/sign-up.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { invite, withdrawInvitation } from './sign-up.actions.ts';
import { listInvitations } from './sign-up.store.ts';

/** Invitations. */
export const signUpRoutes: Routes = (route) => {
  route(signUp.invitations, async ({ ctx, query }) => listInvitations(ctx.db, query.cursor));
  route(signUp.invite, async ({ ctx, user, body }) => invite(ctx, user, body));
  route(signUp.revoke, async ({ ctx, user, params }) => withdrawInvitation(ctx, user, params.id));
};
