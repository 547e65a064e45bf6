import type { StoredMessage } from '#contract/text/message.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { afterCommit, type Trx } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { reinstatedEmail, suspendedEmail } from '../accounts.emails.ts';
import { addressee } from '../links.rules.ts';
import { revokeKeys } from '../security-events.actions.ts';
import { endSessionsOf, setSuspension } from './suspensions.store.ts';

/**
 * Suspends a person, ends all sessions and API keys and sends them the reason by email. 'again': they were suspended
 * already, and the reason is updated. Null: no such person.
 */
export async function suspend(
  ctx: Context,
  trx: Trx,
  admin: User,
  { userId, reason }: { userId: number; reason: StoredMessage },
): Promise<'done' | 'again' | null> {
  const person = await setSuspension(trx, userId, reason);
  if (!person) return null;
  await endSessionsOf(trx, userId);
  await revokeKeys(ctx, trx, null, userId);
  if (!person.was) for (const change of ctx.accountSuspensions) await change(ctx, trx, userId, true);
  await showSuspension(ctx, trx, userId);
  await audit(trx, admin, {
    action: 'user.suspend',
    subjectType: 'user',
    subjectId: userId,
    after: { reason },
  });
  if (person.email)
    await ctx.outbox.sendTemplate(trx, person.email, suspendedEmail(addressee(ctx, person.username), reason));
  return person.was ? 'again' : 'done';
}

/** Lifts a suspension and notifies the person. False: no such person. */
export async function unsuspend(ctx: Context, trx: Trx, admin: User, userId: number): Promise<boolean> {
  const person = await setSuspension(trx, userId, null);
  if (!person) return false;
  if (!person.was) return true;
  for (const change of ctx.accountSuspensions) await change(ctx, trx, userId, false);
  await showSuspension(ctx, trx, userId);
  await audit(trx, admin, { action: 'user.unsuspend', subjectType: 'user', subjectId: userId });
  if (person.email)
    await ctx.outbox.sendTemplate(trx, person.email, reinstatedEmail(addressee(ctx, person.username)));
  return true;
}

async function showSuspension({ cache, sessions }: Context, trx: Trx, userId: number): Promise<void> {
  await cache.dropIn(trx, 'creators', 'videos', 'comments', 'community', 'counts');
  afterCommit(trx, () => sessions.forget(userId));
}
