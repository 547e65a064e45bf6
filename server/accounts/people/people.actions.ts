import { givenReason } from '#contract/submissions/reject-reasons.ts';
import { verbatim } from '#contract/text/message.ts';
import type { PersonAnswer } from '#contract/accounts/people.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { Role } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { isLastAdmin } from '../accounts.store.ts';
import { recordSecurityEvent } from '../security-events.actions.ts';
import { decideUpgrade, getPerson, hasUpgradeRequest, setRole, settleUpgrade } from './people.store.ts';
import { suspend, unsuspend } from './suspensions.actions.ts';
import { isAdmin, isCreator } from '#server/app/http/callers/roles.ts';

const personNotFound = () => notFound('This person');

/** Throws 409 for the last admin; locks the others' roles until the transaction ends. */
export async function requireOtherAdmin(trx: Trx, userId: number): Promise<void> {
  if (await isLastAdmin(trx, userId))
    throw fail(
      409,
      'LAST_ADMIN',
      'This is the last administrator. Make someone else an administrator first.',
    );
}

/** A role given so answers a request that waits. Throws 404, 409. */
export async function changeRole(
  ctx: Context,
  admin: User,
  userId: number,
  role: Role,
): Promise<PersonAnswer | null> {
  const before = await transact(ctx.db, async (trx) => {
    if (!isAdmin({ role })) await requireOtherAdmin(trx, userId);
    const changed = await setRole(trx, userId, role);
    if (!changed) throw personNotFound();
    if (changed.before === role) return role;
    if (isCreator({ role })) await settleUpgrade(trx, userId, admin.id);
    await audit(trx, admin, {
      action: 'user.role',
      subjectType: 'user',
      subjectId: userId,
      before: { role: changed.before },
      after: { role },
    });
    await recordSecurityEvent(ctx, trx, null, { userId, kind: 'ROLE_CHANGED', detail: verbatim(role) });
    return changed.before;
  });
  if (before !== role) ctx.log.info('A role was changed.', { userId, by: admin.id, before, after: role });
  ctx.sessions.forget(userId);
  return getPerson(ctx.db, userId);
}

/** Throws 404, 409. */
export async function suspendPerson(
  ctx: Context,
  admin: User,
  userId: number,
  reason: string,
): Promise<PersonAnswer | null> {
  if (userId === admin.id) throw fail(409, 'NOT_YOURSELF', "You can't suspend yourself.");
  await transact(ctx.db, async (trx) => {
    await requireOtherAdmin(trx, userId);
    if (!(await suspend(ctx, trx, admin, { userId, reason: givenReason(reason) }))) throw personNotFound();
  });
  return getPerson(ctx.db, userId);
}

/** Throws 404. */
export async function unsuspendPerson(
  ctx: Context,
  admin: User,
  userId: number,
): Promise<PersonAnswer | null> {
  await transact(ctx.db, async (trx) => {
    if (!(await unsuspend(ctx, trx, admin, userId))) throw personNotFound();
  });
  return getPerson(ctx.db, userId);
}

/** Grants or, with a reason, declines a request, and notifies the person. Throws 404, 409. */
export async function answerUpgrade(
  ctx: Context,
  admin: User,
  requestId: number,
  rejectReason: string | null,
): Promise<PersonAnswer | null> {
  const person = await transact(ctx.db, async (trx) => {
    const decided = await decideUpgrade(trx, requestId, admin.id, rejectReason);
    if (!decided) throw await noSuchRequest(trx, requestId);
    await audit(trx, admin, {
      action: rejectReason === null ? 'upgrade.grant' : 'upgrade.reject',
      subjectType: 'user',
      subjectId: decided.userId,
      after: rejectReason === null ? { role: 'CONTENT_CREATOR' } : { reason: rejectReason },
    });
    if (rejectReason === null)
      await recordSecurityEvent(ctx, trx, null, {
        userId: decided.userId,
        kind: 'ROLE_CHANGED',
        detail: verbatim('CONTENT_CREATOR'),
      });
    await notify(ctx, trx, { kind: 'UPGRADE_DECIDED', type: 'REQUEST', id: requestId });
    return getPerson(trx, decided.userId);
  });
  if (person && rejectReason === null)
    ctx.log.info('A role was changed.', { userId: person.id, by: admin.id, after: person.role });
  if (person) ctx.sessions.forget(person.id);
  return person;
}

const noSuchRequest = async (trx: Trx, requestId: number) =>
  (await hasUpgradeRequest(trx, requestId))
    ? fail(409, 'ANSWERED_ALREADY', 'This request has already been answered.')
    : notFound('This request');
