import { accounts, Email } from '#contract/accounts/accounts.ts';
import { msg } from '#contract/text/message.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { staleLink } from '../accounts.errors.ts';
import { forgotPassword } from './password-reset.jobs.ts';
import { resetPasswordByLink } from './password-reset.actions.ts';
import { endSession } from './sessions.store.ts';
import { rejectWeakPassword } from './common-passwords.ts';
import { findByLink } from '../links.store.ts';
import { checkLogin, signIn } from './login.actions.ts';

/** Signing in and out, and a new password by the link of a mail. */
export const signInRoutes: Routes = (route) => {
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
    // the same text and timing for all addresses: only the job reveals whether the account exists
    const email = Email.safeParse(body.email);
    const from = addressGroup(caller.address);
    if (email.success && (await ctx.rateLimits.take('forgot', from)) === 0)
      await ctx.jobs.send(forgotPassword, { email: email.data });
    return { message: msg`Reset email sent` };
  });

  route(accounts.resetPassword, async ({ ctx, body, caller, request }) => {
    ctx.rateLimits.require('link', addressGroup(caller.address));
    const person = await findByLink(ctx.db, body.token, 'RESET', ctx.clock.now());
    if (!person) throw staleLink();
    await rejectWeakPassword(ctx, body.password, { field: 'password', ...person });
    return { username: await resetPasswordByLink(ctx, request, body.token, body.password) };
  });
};
