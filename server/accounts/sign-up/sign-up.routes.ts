import { accounts } from '#contract/accounts/accounts.ts';
import { signUp } from '#contract/accounts/sign-up.ts';
import { msg } from '#contract/text/message.ts';
import { notFound } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { registerAccount, rejectClosedSignUp } from './register.actions.ts';
import { approveSignUp, requestToJoin, declineSignUp } from './sign-up-requests.actions.ts';
import { listRequests } from './sign-up-requests.store.ts';
import {
  admitSignUp,
  checkNewPerson,
  invite,
  rejectUninvited,
  withdrawInvitation,
} from './sign-up.actions.ts';
import { isOpenInvitation, listInvitations } from './sign-up.store.ts';

/** New accounts, invitations, and people who ask to be let in. */
export const signUpRoutes: Routes = (route) => {
  route(accounts.register, async ({ ctx, body, request }) => {
    rejectClosedSignUp(ctx);
    if (body.invitation) await ctx.rateLimits.require('invited', addressGroup(request.ip));
    await checkNewPerson(ctx, body);
    const invited =
      Boolean(body.invitation) && (await isOpenInvitation(ctx.db, body.invitation ?? '', ctx.clock.now()));
    if (!invited) {
      rejectUninvited(ctx, body.invitation);
      await admitSignUp(ctx, request);
    }
    return registerAccount(ctx, request, { ...body, invited });
  });

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
    await requestToJoin(ctx, request, body);
    return { message: msg`Your request is waiting for approval. We'll email you.` };
  });
  route(signUp.requests, async ({ ctx, query }) => listRequests(ctx.db, query.cursor));
  route(signUp.approve, async ({ ctx, user, params }) => approveSignUp(ctx, user, params.id));
  route(
    signUp.decline,
    async ({ ctx, user, params, body }) => declineSignUp(ctx, user, params.id, body.reason),
    guardExisting('sign_up_requests', () => notFound('This request')),
  );
};
