import type { FastifyRequest } from 'fastify';
import { accounts } from '#contract/accounts/accounts.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { fail, isTaken } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { isRecentlyAuthenticated, type User } from '#server/app/http/callers/sessions.ts';
import { nameTaken } from '../accounts.errors.ts';
import { isReservedName } from '../accounts.rules.ts';
import { readMe } from '../accounts.store.ts';
import { rejectWeakPassword } from '../sign-in/common-passwords.ts';
import { checkLogin } from '../sign-in/login.actions.ts';
import { confirmByPasskey } from '../sign-in/passkeys.actions.ts';
import { withCode } from '../sign-in/two-factor.actions.ts';
import { withLocation } from '../countries.ts';
import { hasTwoFactor } from '../sign-in/two-factor.store.ts';
import { recordSecurityEvent } from '../security-events.actions.ts';
import { takeEmail } from '../sign-up/sign-up.actions.ts';
import { changeAccount, changePassword, deleteAccount, sendVerification } from './settings.actions.ts';
import { addUpgradeRequest } from './settings.store.ts';
import { endSession, listSessions, readPasswordHash } from '../sign-in/sessions.store.ts';

/** The settings page's calls. */
export const settingsRoutes: Routes = (route) => {
  route(accounts.saveAccount, async ({ ctx, user, body, request }) => {
    if (
      body.username &&
      body.username.toLowerCase() !== user.username.toLowerCase() &&
      isReservedName(body.username)
    )
      throw nameTaken();
    await changeAccount(ctx, user, request, body);
    return readMe(ctx.db, user.id);
  });

  route(accounts.sendVerification, async ({ ctx, user }) => {
    const me = await readMe(ctx.db, user.id);
    if (!me?.email) throw fail(409, 'NO_EMAIL', 'Please set an email address first.');
    if (me.emailVerified) throw fail(409, 'ALREADY_VERIFIED', 'Your email address is already confirmed.');
    await ctx.rateLimits.require('verify-mail', String(user.id));
    const retryAfter = await takeEmail(ctx, me.email);
    if (retryAfter > 0)
      throw fail(
        429,
        'TOO_MANY',
        'Too many emails were sent to addresses like yours. Please try again later.',
        {
          retryAfter,
        },
      );
    await sendVerification(ctx, { userId: user.id, username: me.username, email: me.email });
    return { message: msg`Confirmation email sent` };
  });

  route(accounts.confirm, async ({ ctx, user, body, request }) => {
    if (body.token !== undefined) await confirmBySession(ctx, user, body.token);
    else if (body.passkey) await confirmByPasskey(ctx, user, request, body.passkey);
    else {
      await checkOwnPassword(ctx, user, request, body.password ?? '', 'password');
      await confirmByCode(ctx, user, request, body.code);
    }
    await recordSecurityEvent(ctx, ctx.db, request, { userId: user.id, kind: 'CONFIRMED' });
  });

  route(accounts.changePassword, async ({ ctx, user, body, request }) => {
    const hasPassword = (await readPasswordHash(ctx.db, user.id)) !== null;
    if (hasPassword)
      await checkOwnPassword(ctx, user, request, body.currentPassword ?? '', 'currentPassword');
    const { username } = user;
    const email = (await readMe(ctx.db, user.id))?.email ?? null;
    await rejectWeakPassword(ctx, body.newPassword, { field: 'newPassword', username, email });
    await changePassword(ctx, user, request, body);
  });

  route(accounts.requestUpgrade, async ({ ctx, user, body }) => {
    ctx.rateLimits.require('upgrade', String(user.id));
    try {
      if ((await addUpgradeRequest(ctx.db, user.id, body.message)) === null)
        throw fail(409, 'ALREADY_CREATOR', 'Your account can already upload videos.');
    } catch (error) {
      if (isTaken(error, 'upgrade_requests_pending_key'))
        throw fail(409, 'ALREADY_REQUESTED', 'Your request is already waiting for approval.');
      throw error;
    }
    return { status: 'PENDING' as const };
  });

  route(accounts.sessions, async ({ ctx, user, request }) => {
    const language = languageOf(request, ctx.settings.owner.languages);
    const sessions = await listSessions(ctx.db, user.id, user.sessionId, ctx.clock.now());
    return sessions.map((session) => withLocation(session, language));
  });

  route(accounts.endSession, async ({ ctx, user, params, request }) => {
    if (!(await endSession(ctx.db, user.id, params.id)))
      throw fail(404, 'NOT_FOUND', 'This session has already ended.');
    await recordSecurityEvent(ctx, ctx.db, request, { userId: user.id, kind: 'SESSION_ENDED' });
    ctx.sessions.forget(user.id);
  });

  route(accounts.deleteAccount, async ({ ctx, user, body, request, reply }) => {
    if (body.confirmUsername.trim() !== user.username) {
      const sentence = 'Please type your username exactly to confirm.';
      throw fail(400, 'NOT_CONFIRMED', sentence, { fields: { confirmUsername: sentence } });
    }
    await deleteAccount(ctx, user.id, user);
    ctx.visitors.forget(request, reply);
  });
};

async function checkOwnPassword(
  ctx: Context,
  user: User,
  request: FastifyRequest,
  password: string,
  field: string,
): Promise<void> {
  try {
    await checkLogin(ctx, { login: user.username, password, request });
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error) || error.status !== 401) throw error;
    const sentence = "This isn't your current password.";
    // not a 401: the session is fine
    throw fail(422, 'WRONG_PASSWORD', sentence, { fields: { [field]: sentence } });
  }
}

/**
 * Re-authenticates a user who has given the password, with a two-factor code if they have two-factor. Throws
 * 422, 429.
 */
async function confirmByCode(
  ctx: Context,
  user: User,
  request: FastifyRequest,
  code: string | undefined,
): Promise<void> {
  const now = ctx.clock.now();
  if (!(await hasTwoFactor(ctx.db, user.id))) await ctx.sessions.freshen(user, now);
  else if (code) {
    await withCode(ctx, request, { userId: user.id, code }, async () => {});
    await ctx.sessions.freshen(user, now);
  } else {
    const sentence = 'Please enter the code from your authenticator app.';
    throw fail(422, 'SECOND_STEP_NEEDED', sentence, { fields: { code: sentence } });
  }
}

/** A new sign-in of the same person serves for this session, once: the other one ends. */
async function confirmBySession(ctx: Context, user: User, token: string): Promise<void> {
  const other = await ctx.sessions.find(token);
  const serves =
    other?.id === user.id &&
    other.sessionId !== user.sessionId &&
    isRecentlyAuthenticated(other, ctx.clock.now());
  if (!serves || !(await endSession(ctx.db, user.id, other.sessionId)))
    throw fail(422, 'NOT_CONFIRMED', 'You signed in to a different account.');
  await ctx.sessions.freshen(user, other.freshAt);
}
