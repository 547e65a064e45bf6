import { signUp } from '#contract/sign-up.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { approveSignUp, askToJoin, declineSignUp } from './sign-up-requests.actions.ts';
import { listRequests } from './sign-up-requests.store.ts';
import { invite, withdrawInvitation } from './sign-up.actions.ts';
import { listInvitations } from './sign-up.store.ts';

/** Invitations, and people who ask to be let in. */
export const signUpRoutes: Routes = (route) => {
  route(signUp.invitations, async ({ ctx, query }) => listInvitations(ctx.db, null, query.cursor));
  route(signUp.invite, async ({ ctx, user, body }) => invite(ctx, user, body));
  route(signUp.revoke, async ({ ctx, user, params }) =>
    withdrawInvitation(ctx, user, { id: params.id, own: false }),
  );

  route(signUp.myInvitations, async ({ ctx, user, query }) => listInvitations(ctx.db, user.id, query.cursor));
  route(signUp.inviteAsMember, async ({ ctx, user, body }) => invite(ctx, user, body));
  route(signUp.revokeMine, async ({ ctx, user, params }) =>
    withdrawInvitation(ctx, user, { id: params.id, own: true }),
  );

  route(signUp.ask, async ({ ctx, body, request }) => {
    await askToJoin(ctx, request, body);
    return { message: 'Your request is waiting for an administrator. You will get an email.' };
  });
  route(signUp.requests, async ({ ctx, query }) => listRequests(ctx.db, query.cursor));
  route(signUp.approve, async ({ ctx, user, params }) => approveSignUp(ctx, user, params.id));
  route(signUp.decline, async ({ ctx, user, params, body }) =>
    declineSignUp(ctx, user, params.id, body.reason),
  );
};
