import { accounts } from '#contract/accounts.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, isTaken } from '#server/app/http/errors.ts';
import { needFresh, type Routes } from '#server/app/http/handle.ts';
import { isFresh, type User } from '#server/app/http/sessions.ts';
import { audit } from '#server/app/database/audit.ts';
import { archiveVideosOf } from '#server/curation/archive.store.ts';
import { dropUploadsOf, removeLater } from '#server/submissions/receive.actions.ts';
import { deletedEmail, emailChangedEmail, passwordChangedEmail, verifyEmail } from './accounts.emails.ts';
import { isReservedName } from './accounts.rules.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { deleteUser, keepLastAdmin, nameTaken, readMe, takenError } from './accounts.store.ts';
import { addLink, dropLinks } from './links.store.ts';
import { addressee, checkLogin, newToken } from './login.ts';
import { hashPassword } from './passwords.ts';
import { showChanges } from './profile.routes.ts';
import {
  addUpgradeRequest,
  endSession,
  listSessions,
  readPasswordHash,
  saveAccount,
  setPassword,
} from './settings.store.ts';

const MAILS = { most: 5, seconds: 3600 };
const REQUESTS = { most: 5, seconds: 3600 };

/** What stands on the settings page. */
export const settingsRoutes: Routes = (route) => {
  route(accounts.saveAccount, async ({ ctx, user, body }) => {
    if (
      body.username &&
      body.username.toLowerCase() !== user.username.toLowerCase() &&
      isReservedName(body.username)
    )
      throw nameTaken();
    await changeAccount(ctx, user, body);
    showChanges(ctx, user.id);
    return readMe(ctx.db, user.id);
  });

  route(accounts.sendVerification, async ({ ctx, user }) => {
    const me = await readMe(ctx.db, user.id);
    if (!me?.email) throw fail(409, 'NO_EMAIL', 'Please set an email address first.');
    if (me.emailVerified) throw fail(409, 'ALREADY_VERIFIED', 'Your email address is confirmed already.');
    ctx.rateLimits.take('verify-mail', String(user.id), MAILS);
    await transact(ctx.db, (trx) =>
      mailVerification(ctx, trx, { userId: user.id, username: me.username, email: me.email ?? '' }),
    );
    return { message: 'Confirmation email sent' };
  });

  route(accounts.confirm, async ({ ctx, user, body, caller }) => {
    if (body.token === undefined) {
      await checkOwnPassword(ctx, user, body.password ?? '', caller.address, 'password');
      await ctx.sessions.freshen(user, ctx.clock.now());
    } else await confirmBySession(ctx, user, body.token);
  });

  route(accounts.changePassword, async ({ ctx, user, body, caller }) => {
    const hasPassword = (await readPasswordHash(ctx.db, user.id)) !== null;
    if (hasPassword)
      await checkOwnPassword(ctx, user, body.currentPassword ?? '', caller.address, 'currentPassword');
    await refuseCommonPassword(body.newPassword, 'newPassword');
    const passwordHash = await hashPassword(body.newPassword);
    await transact(ctx.db, async (trx) => {
      await setPassword(trx, user.id, passwordHash, user.sessionId);
      await dropLinks(trx, user.id, 'RESET');
      const me = await readMe(trx, user.id);
      if (me?.email)
        await ctx.outbox.sendTemplate(trx, me.email, passwordChangedEmail(addressee(ctx, me.username)));
    });
    ctx.sessions.forget(user.id);
  });

  route(accounts.requestUpgrade, async ({ ctx, user, body }) => {
    ctx.rateLimits.take('upgrade', String(user.id), REQUESTS);
    try {
      if ((await addUpgradeRequest(ctx.db, user.id, body.message)) === null)
        throw fail(409, 'ALREADY_CREATOR', 'Your account can upload videos already.');
    } catch (error) {
      if (isTaken(error, 'upgrade_requests_pending_key'))
        throw fail(409, 'ALREADY_REQUESTED', 'Your request is waiting for an administrator already.');
      throw error;
    }
    return { status: 'PENDING' as const };
  });

  route(accounts.sessions, async ({ ctx, user }) =>
    listSessions(ctx.db, user.id, user.sessionId, ctx.clock.now()),
  );

  route(accounts.endSession, async ({ ctx, user, params }) => {
    if (!(await endSession(ctx.db, user.id, params.id)))
      throw fail(404, 'NOT_FOUND', 'This session has ended already.');
    ctx.sessions.forget(user.id);
  });

  route(accounts.deleteAccount, async ({ ctx, user, body, request, reply }) => {
    if (body.confirmUsername.trim() !== user.username) {
      const sentence = 'Please type your username exactly to confirm.';
      throw fail(400, 'NOT_CONFIRMED', sentence, { fields: { confirmUsername: sentence } });
    }
    await transact(ctx.db, async (trx) => {
      await keepLastAdmin(trx, user.id);
      const me = await readMe(trx, user.id);
      if (me?.email) await ctx.outbox.sendTemplate(trx, me.email, deletedEmail(addressee(ctx, me.username)));
      await audit(trx, null, { action: 'account.delete', subjectType: 'user', subjectId: user.id });
      await archiveVideosOf(trx, user.id, 'The account was deleted.');
      await dropUploadsOf(ctx, trx, user.id);
      const gone = await deleteUser(trx, user.id);
      if (gone?.profileImage) await removeLater(ctx, trx, { prefixes: [gone.profileImage] });
    });
    showChanges(ctx, user.id);
    ctx.visitors.forget(request, reply);
  });
};

type Trx = Parameters<Parameters<typeof transact>[1]>[0];

async function mailVerification(
  ctx: Context,
  trx: Trx,
  { userId, username, email }: { userId: number; username: string; email: string },
): Promise<void> {
  const token = newToken(ctx);
  await dropLinks(trx, userId, 'VERIFY');
  await addLink(trx, { token, userId, purpose: 'VERIFY', email, now: ctx.clock.now() });
  await ctx.outbox.sendTemplate(trx, email, verifyEmail(addressee(ctx, username), token));
}

/** A new address holds at once; the new one is asked to confirm, the old one may take it back. */
async function changeAccount(
  ctx: Context,
  user: User,
  body: { email?: string | undefined; username?: string | undefined },
): Promise<void> {
  try {
    await transact(ctx.db, async (trx) => {
      const { before, emailChanged } = await saveAccount(trx, user.id, {
        email: body.email,
        username: body.username,
      });
      if (!emailChanged || !body.email) return;
      needFresh(ctx, user);
      ctx.rateLimits.take('email-change', String(user.id), MAILS);
      const username = body.username ?? before.username;
      await dropLinks(trx, user.id, 'RESET');
      await mailVerification(ctx, trx, { userId: user.id, username, email: body.email });
      if (!before.email) return;
      const token = newToken(ctx);
      await addLink(trx, {
        token,
        userId: user.id,
        purpose: 'TAKE_BACK',
        email: before.email,
        now: ctx.clock.now(),
      });
      await ctx.outbox.sendTemplate(
        trx,
        before.email,
        emailChangedEmail(addressee(ctx, username), body.email, token),
      );
    });
  } catch (error) {
    throw takenError(error);
  }
}

async function checkOwnPassword(
  ctx: Context,
  user: User,
  password: string,
  address: string,
  field: string,
): Promise<void> {
  try {
    await checkLogin(ctx, { login: user.username, password, address });
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error) || error.status !== 401) throw error;
    const sentence = 'This is not your current password.';
    // not a 401: the session is fine
    throw fail(422, 'WRONG_PASSWORD', sentence, { fields: { [field]: sentence } });
  }
}

/** A new sign-in of the same person serves for this session, once: the other one ends. */
async function confirmBySession(ctx: Context, user: User, token: string): Promise<void> {
  const other = await ctx.sessions.find(token);
  const serves =
    other?.id === user.id && other.sessionId !== user.sessionId && isFresh(other, ctx.clock.now());
  if (!serves || !(await endSession(ctx.db, user.id, other.sessionId)))
    throw fail(422, 'NOT_CONFIRMED', 'This sign-in was not to your account.');
  await ctx.sessions.freshen(user, other.freshAt);
}
