import { accounts, Email } from '#contract/accounts.ts';
import { transact, type Db } from '#server/app/database/database.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/rate-limits.ts';
import { isReservedName } from './accounts.rules.ts';
import { passwordChangedEmail, welcomeEmail } from './accounts.emails.ts';
import { forgotPassword } from './accounts.jobs.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { createUser, displayNameTaken, nameTaken, takenError } from './accounts.store.ts';
import { addLink, isLinkAlive, staleLink, consumeResetToken, consumeVerifyToken } from './links.store.ts';
import { addressee, checkLogin, newToken, signIn } from './login.ts';
import { hashPassword } from './passwords.ts';
import { looksLikeMember, looksReserved } from './names.store.ts';
import { endSession } from './settings.store.ts';
import { takeBackEmail } from './take-back.actions.ts';

const SIGN_UPS = { most: 100, seconds: 600 };
const FORGOTTEN = { most: 60, seconds: 600 };
const LINKS = { most: 60, seconds: 600 };

/** Signing up, in and out, and the links that mails bring. */
export const signinRoutes: Routes = (route) => {
  route(accounts.register, async ({ ctx, body, caller, request }) => {
    if (isReservedName(body.username)) throw nameTaken();
    ctx.rateLimits.take(
      'register',
      addressGroup(caller.address),
      SIGN_UPS,
      'Many accounts were made from your network just now. Please try again in a few minutes.',
    );
    if (body.displayName && (await isForeignName(ctx.db, body.displayName))) throw displayNameTaken();
    await refuseCommonPassword(body.password, 'password');
    const passwordHash = await hashPassword(body.password);
    const link = newToken(ctx);
    try {
      return await signIn(ctx, request, async (trx) => {
        const userId = await createUser(trx, { ...body, passwordHash });
        await addLink(trx, {
          token: link,
          userId,
          purpose: 'VERIFY',
          email: body.email,
          now: ctx.clock.now(),
        });
        await ctx.outbox.sendTemplate(trx, body.email, welcomeEmail(addressee(ctx, body.username), link));
        return userId;
      });
    } catch (error) {
      throw takenError(error);
    }
  });

  route(accounts.login, async ({ ctx, body, caller, request }) => {
    const userId = await checkLogin(ctx, {
      login: body.username,
      password: body.password,
      address: caller.address,
    });
    return signIn(ctx, request, async () => userId);
  });

  route(accounts.logout, async ({ ctx, user, request, reply }) => {
    ctx.visitors.forget(request, reply);
    await endSession(ctx.db, user.id, user.sessionId);
    ctx.sessions.forget(user.id);
  });

  route(accounts.forgotPassword, async ({ ctx, body, caller }) => {
    // the same for everybody, in words and in time: whether there is such an account shows only in the job
    const email = Email.safeParse(body.email);
    if (email.success && ctx.rateLimits.wait('forgot', addressGroup(caller.address), FORGOTTEN) === 0) {
      ctx.rateLimits.take('forgot', addressGroup(caller.address), FORGOTTEN);
      await ctx.jobs.send(forgotPassword, { email: email.data });
    }
    return { message: 'Reset email sent' };
  });

  route(accounts.resetPassword, async ({ ctx, body, caller }) => {
    ctx.rateLimits.take('link', addressGroup(caller.address), LINKS);
    if (!(await isLinkAlive(ctx.db, body.token, 'RESET', ctx.clock.now()))) throw staleLink();
    await refuseCommonPassword(body.password, 'password');
    const passwordHash = await hashPassword(body.password);
    const user = await transact(ctx.db, async (trx) => {
      const changed = await consumeResetToken(trx, body.token, passwordHash, ctx.clock.now());
      if (changed.email)
        await ctx.outbox.sendTemplate(
          trx,
          changed.email,
          passwordChangedEmail(addressee(ctx, changed.username)),
        );
      return changed;
    });
    ctx.sessions.forget(user.id);
    return { username: user.username };
  });

  route(accounts.verifyEmail, async ({ ctx, body, caller }) => {
    ctx.rateLimits.take('link', addressGroup(caller.address), LINKS);
    const { userId, email } = await consumeVerifyToken(ctx.db, body.token, ctx.clock.now());
    ctx.sessions.forget(userId);
    return { email };
  });

  route(accounts.takeBackEmail, async ({ ctx, body, caller }) => {
    ctx.rateLimits.take('link', addressGroup(caller.address), LINKS);
    return takeBackEmail(ctx, body.token);
  });
};

const isForeignName = async (db: Db, name: string): Promise<boolean> =>
  (await looksLikeMember(db, name, null)) || (await looksReserved(db, name));
