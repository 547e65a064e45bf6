import { accounts, Email } from '#contract/accounts.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/rate-limits.ts';
import { deadLink, staleLink } from './accounts.errors.ts';
import { forgotPassword } from './accounts.jobs.ts';
import { rejectWeakPassword } from './common-passwords.ts';
import { consumeVerifyToken, findByLink } from './links.store.ts';
import { checkLogin, signIn } from './login.actions.ts';
import { endSession } from './settings.store.ts';
import { admitSignUp, checkNewPerson, rejectUninvited } from './sign-up.actions.ts';
import { isOpenInvitation } from './sign-up.store.ts';
import { registerAccount, rejectClosedSignUp, resetPasswordByLink } from './signin.actions.ts';
import { takeBackEmail } from './take-back.actions.ts';

const FORGOTTEN = { max: 60, seconds: 600 };
/** Whom an invitation may let in passes the limits of sign-ups: a class behind one address. */
const INVITED = { max: 300, seconds: 600 };
const LINKS = { max: 60, seconds: 600 };

/** Signing up, in and out, and the links that mails bring. */
export const signinRoutes: Routes = (route) => {
  route(accounts.register, async ({ ctx, body, request }) => {
    rejectClosedSignUp(ctx);
    if (body.invitation) await ctx.sharedRateLimits.require('invited', addressGroup(request.ip), INVITED);
    await checkNewPerson(ctx, body);
    const invited =
      Boolean(body.invitation) && (await isOpenInvitation(ctx.db, body.invitation ?? '', ctx.clock.now()));
    if (!invited) {
      rejectUninvited(ctx, body.invitation);
      await admitSignUp(ctx, request);
    }
    return registerAccount(ctx, request, { ...body, invited });
  });

  route(accounts.login, async ({ ctx, body, request }) => {
    const admitted = await checkLogin(ctx, { login: body.username, password: body.password, request });
    return signIn(ctx, request, 'password', async () => admitted);
  });

  route(accounts.logout, async ({ ctx, user, request, reply }) => {
    ctx.visitors.forget(request, reply);
    await endSession(ctx.db, user.id, user.sessionId);
    ctx.log.info('A security event.', { event: 'SIGN_OUT', userId: user.id, address: request.ip });
    ctx.sessions.forget(user.id);
  });

  route(accounts.forgotPassword, async ({ ctx, body, caller }) => {
    // the same for everybody, in words and in time: whether there is such an account shows only in the job
    const email = Email.safeParse(body.email);
    const from = addressGroup(caller.address);
    if (email.success && (await ctx.sharedRateLimits.take('forgot', from, FORGOTTEN)) === 0)
      await ctx.jobs.send(forgotPassword, { email: email.data });
    return { message: 'Reset email sent' };
  });

  route(accounts.resetPassword, async ({ ctx, body, caller, request }) => {
    ctx.rateLimits.take('link', addressGroup(caller.address), LINKS);
    const person = await findByLink(ctx.db, body.token, 'RESET', ctx.clock.now());
    if (!person) throw staleLink();
    await rejectWeakPassword(ctx, body.password, { field: 'password', ...person });
    return { username: await resetPasswordByLink(ctx, request, body.token, body.password) };
  });

  route(accounts.verifyEmail, async ({ ctx, body, caller }) => {
    ctx.rateLimits.take('link', addressGroup(caller.address), LINKS);
    const verified = await consumeVerifyToken(ctx.db, body.token, ctx.clock.now());
    if (!verified) throw deadLink();
    ctx.sessions.forget(verified.userId);
    return { email: verified.email };
  });

  route(accounts.takeBackEmail, async ({ ctx, body, caller, request }) => {
    ctx.rateLimits.take('link', addressGroup(caller.address), LINKS);
    return takeBackEmail(ctx, request, body.token);
  });
};
