import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { requireReauthentication } from '#server/app/http/handle.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { removeLater } from '#server/submissions/receive.actions.ts';
import { deletedEmail, emailChangedEmail, passwordChangedEmail, verifyEmail } from '../accounts.emails.ts';
import { takenError } from '../accounts.errors.ts';
import { deleteUser, readMe } from '../accounts.store.ts';
import { addLink, dropLinks } from '../links.store.ts';
import { addressee, newToken } from '../links.rules.ts';
import { requireOwnSession } from '../sign-in/own-session.actions.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { recordSecurityEvent, revokeKeys, type From } from '../security-events.actions.ts';
import { requireOtherAdmin } from '../people/people.actions.ts';
import { showChanges } from './profile.actions.ts';
import { saveAccount } from './settings.store.ts';
import { setPassword } from '../sign-in/sessions.store.ts';

interface Addressee {
  userId: number;
  username: string;
  email: string;
}

/** Asks an address to confirm that it is the person's. */
export async function sendVerification(ctx: Context, to: Addressee): Promise<void> {
  await transact(ctx.db, (trx) => mailVerification(ctx, trx, to));
}

async function mailVerification(
  ctx: Context,
  trx: Trx,
  { userId, username, email }: Addressee,
): Promise<void> {
  const token = newToken(ctx);
  await dropLinks(trx, userId, 'VERIFY');
  await addLink(trx, { token, userId, purpose: 'VERIFY', email, now: ctx.clock.now() });
  await ctx.outbox.sendTemplate(trx, email, verifyEmail(addressee(ctx, username), token));
}

/**
 * A new address applies at once; it is asked to confirm, and the old one can revert it. Throws 403, 409, 429.
 */
export async function changeAccount(
  ctx: Context,
  user: User,
  from: From,
  body: { email?: string | undefined; username?: string | undefined },
): Promise<void> {
  // before anything reveals whether an address is taken
  if (body.email && body.email.toLowerCase() !== (await readMe(ctx.db, user.id))?.email?.toLowerCase()) {
    requireReauthentication(ctx, user);
    await ctx.rateLimits.require('email-change', String(user.id));
  }
  // each holds a name for 90 days
  if (body.username && body.username.toLowerCase() !== user.username.toLowerCase())
    await ctx.rateLimits.require('rename', String(user.id));
  try {
    await transact(ctx.db, async (trx) => {
      await requireOwnSession(trx, user);
      const { before, emailChanged } = await saveAccount(trx, user.id, {
        email: body.email,
        username: body.username,
      });
      await showChanges(ctx, trx, user.id);
      if (!emailChanged || !body.email) return;
      await recordSecurityEvent(ctx, trx, from, { userId: user.id, kind: 'EMAIL_CHANGED' });
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

/** Revokes all other sessions, and all API keys unless `keepKeys`, and notifies the user. */
export async function changePassword(
  ctx: Context,
  user: User,
  from: From,
  { newPassword: password, keepKeys }: { newPassword: string; keepKeys: boolean },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await transact(ctx.db, async (trx) => {
    await requireOwnSession(trx, user);
    await setPassword(trx, user.id, passwordHash, user.sessionId);
    for (const purpose of ['RESET', 'SECOND_STEP'] as const) await dropLinks(trx, user.id, purpose);
    await recordSecurityEvent(ctx, trx, from, { userId: user.id, kind: 'PASSWORD_CHANGED' });
    if (!keepKeys) await revokeKeys(ctx, trx, from, user.id);
    const me = await readMe(trx, user.id);
    if (me?.email)
      await ctx.outbox.sendTemplate(trx, me.email, passwordChangedEmail(addressee(ctx, me.username)));
  });
  ctx.sessions.forget(user.id);
}

/**
 * The user's content remains, attributed to a deleted user; each slice deletes its own personal data. `by`:
 * the user's session, if they requested it themselves. Throws 401, 409.
 */
export async function deleteAccount(ctx: Context, userId: number, by: User | null): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await requireOtherAdmin(trx, userId);
    if (by) await requireOwnSession(trx, by);
    const me = await readMe(trx, userId);
    if (me?.email) await ctx.outbox.sendTemplate(trx, me.email, deletedEmail(addressee(ctx, me.username)));
    await audit(trx, null, { action: 'account.delete', subjectType: 'user', subjectId: userId });
    // one after the other: a transaction is one connection
    for (const leave of ctx.accountDeletions) await leave(ctx, trx, userId);
    const deleted = await deleteUser(trx, userId);
    if (deleted?.profileImage) await removeLater(ctx, trx, { prefixes: [deleted.profileImage] });
    await showChanges(ctx, trx, userId);
  });
  // its events go with the account: what stays is this line and the audit log's
  ctx.log.info('A security event.', { event: 'ACCOUNT_DELETED', userId });
}
