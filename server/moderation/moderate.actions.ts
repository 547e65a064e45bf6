import { givenReason } from '#contract/submissions/reject-reasons.ts';
import type { ModerationAction, SubjectType } from '#contract/moderation/moderation.ts';
import { msg, storedMessages, type Message, type StoredMessage } from '#contract/text/message.ts';
import { getPerson } from '#server/accounts/people/people.store.ts';
import { suspend, unsuspend } from '#server/accounts/people/suspensions.actions.ts';
import { isSuspended } from '#server/accounts/people/suspensions.store.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, HttpError } from '#server/app/http/errors.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notify, notifyText } from '#server/notifications/notify.actions.ts';
import { addAct, markUndone, type Act } from './acts.store.ts';
import { takedownEmail } from './moderation.emails.ts';
import { closeReports, findClaim, reopenReports } from './reports.store.ts';
import {
  findSubject,
  isBack,
  type ModeratedSubject,
  type ModeratedSubjects,
  type Subject,
} from './subjects.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

export interface Decision {
  action: ModerationAction;
  /** SUSPEND: shown to the author. */
  reason: string | null;
}

/** Where whatever can be moderated is seen and counted. */
const LISTS: CacheTag[] = ['videos', 'counts', 'creators', 'comments', 'community'];

const REASONS = storedMessages('suspended', {
  REPORTED: 'Something you posted was reported and breaks the rules.',
});

const TAKEN_DOWN = storedMessages('takendown', {
  COPYRIGHT: 'Someone claims that it infringes their copyright.',
});

const OUR_FAULT = msg`Something went wrong on the server. Please try again.`;

export const subjectNotFound = () => fail(404, 'NOT_FOUND', 'This no longer exists.');

/**
 * Applies a moderator's decision to many items; those it can't be applied to are returned with their reasons.
 */
export async function moderateAll(
  ctx: Context,
  admin: User,
  subjects: ModeratedSubjects,
  {
    subjects: items,
    ...decision
  }: Decision & { subjects: { subjectType: SubjectType; subjectId: number }[] },
) {
  const acts: number[] = [];
  const skipped: { subjectType: SubjectType; subjectId: number; why: Message }[] = [];
  for (const { subjectType, subjectId } of items) {
    try {
      acts.push(await moderate(ctx, admin, subjects[subjectType], subjectId, decision));
    } catch (error) {
      if (!(error instanceof HttpError))
        ctx.log.error('A moderator’s decision failed.', { subjectType, subjectId, error });
      skipped.push({ subjectType, subjectId, why: error instanceof HttpError ? error.text : OUR_FAULT });
    }
  }
  return { done: acts.length, acts, skipped };
}

/**
 * Applies a moderator's decision to one item; returns the id of the act, which can be undone. Throws 404,
 * 409.
 */
export async function moderate(
  ctx: Context,
  admin: User,
  subject: ModeratedSubject,
  id: number,
  decision: Decision,
): Promise<number> {
  return await transact(ctx.db, async (trx) => {
    const found = await findSubject(trx, subject, id);
    if (!found) throw subjectNotFound();
    if (decision.action === 'SUSPEND') await checkSuspendable(trx, admin, found);
    return decide(ctx, trx, admin, { subject, id, found, ...decision });
  });
}

/** Gives the act's id. */
async function decide(
  ctx: Context,
  trx: Trx,
  admin: User,
  {
    subject,
    id,
    found,
    action,
    reason,
  }: Decision & { subject: ModeratedSubject; id: number; found: Subject },
): Promise<number> {
  const claim = action !== 'DISMISS' && subject.type === 'VIDEO' ? await findClaim(trx, 'VIDEO', id) : null;
  const takedown = claim && (reason === null ? TAKEN_DOWN.COPYRIGHT() : givenReason(reason));
  const hid = action !== 'DISMISS' && (await subject.hide(ctx, trx, id, { admin, reason: takedown }));
  // another admin was faster: one act per item
  if (action !== 'DISMISS' && !hid) throw subjectNotFound();
  const released =
    action === 'DISMISS' && found.held && (await subject.setPending?.(trx, id, false)) === true;
  if (claim && found.authorId !== null)
    await sendTakedown(ctx, trx, found.authorId, {
      id,
      title: found.excerpt,
      reason: reason === null ? claim : givenReason(reason),
    });
  const author = action === 'SUSPEND' ? found.authorId : null;
  const suspended =
    author !== null &&
    !(await isSuspended(trx, author)) &&
    (await suspend(ctx, trx, admin, {
      userId: author,
      reason: reason === null ? REASONS.REPORTED() : givenReason(reason),
    })) === 'done';
  const actId = await addAct(trx, {
    actor_id: admin.id,
    action,
    subject_type: subject.type,
    subject_id: id,
    author_id: found.authorId,
    was_held: action === 'DISMISS' ? released : found.held,
    hid,
    suspended,
  });
  const closed = await closeReports(trx, subject.type, id, actId);
  if (action === 'DISMISS' && !released && closed === 0)
    throw fail(409, 'DEALT_WITH', 'Someone has already handled this.');
  if (closed > 0) await notify(ctx, trx, { kind: 'REPORT_DECIDED', type: 'ACT', id: actId });
  // users it replies to or mentions weren't notified while it was pending review
  if (released && subject.type !== 'VIDEO') await notifyText(ctx, trx, { type: subject.type, id });
  await audit(trx, admin, {
    action: `moderation.${action.toLowerCase()}`,
    subjectType: subject.type.toLowerCase(),
    subjectId: id,
    before: { excerpt: found.excerpt, author: found.authorUsername },
  });
  await ctx.cache.dropIn(trx, ...LISTS);
  return actId;
}

/** Notifies the uploader of a claim; who made it stays between them and the admins. */
async function sendTakedown(
  { outbox, settings }: Context,
  trx: Trx,
  uploaderId: number,
  video: { id: number; title: string; reason: StoredMessage },
): Promise<void> {
  const uploader = await getPerson(trx, uploaderId);
  if (!uploader?.email) return;
  const to = { site: settings.SITE_NAME, url: settings.PUBLIC_URL, username: uploader.username };
  await outbox.sendTemplate(trx, uploader.email, takedownEmail(to, video));
}

async function checkSuspendable(trx: Trx, admin: User, { authorId }: Subject): Promise<void> {
  if (!authorId) throw fail(409, 'NO_ACCOUNT', "The author doesn't have an account to suspend.");
  if (authorId === admin.id) throw fail(409, 'NOT_YOURSELF', "You can't suspend yourself.");
  const author = await getPerson(trx, authorId);
  if (isAdmin(author))
    throw fail(409, 'ADMIN', "An administrator can't be suspended here. Change the role first.");
}

/** Takes an act back, once and within its 30 days. Throws 404, 409. */
export async function undoAct(
  ctx: Context,
  admin: User,
  subjects: ModeratedSubjects,
  actId: number,
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const found = await markUndone(trx, actId);
    if (found === 'unknown') throw fail(404, 'NOT_FOUND', 'Unknown action.');
    if (found === 'too-late')
      throw fail(409, 'NOT_UNDOABLE', 'This has already been undone or is more than 30 days old.');
    await restoreDeleted(ctx, trx, admin, subjects[found.subject_type], found);
    if (found.suspended && found.author_id) await unsuspend(ctx, trx, admin, found.author_id);
    await reopenReports(trx, found.id);
    await audit(trx, admin, {
      action: 'moderation.undo',
      subjectType: found.subject_type.toLowerCase(),
      subjectId: found.subject_id,
      before: { action: found.action },
    });
    await ctx.cache.dropIn(trx, ...LISTS);
  });
}

/** An undo without effect is rejected: its author, or another act, may have removed the item as well. */
async function restoreDeleted(
  ctx: Context,
  trx: Trx,
  admin: User,
  subject: ModeratedSubject,
  act: Act,
): Promise<void> {
  const { subject_id: id } = act;
  if (act.action === 'DISMISS') {
    if (act.was_held) await subject.setPending?.(trx, id, true);
    return;
  }
  if (act.hid) await subject.show(ctx, trx, id, admin);
  if (act.suspended || (await isBack(trx, subject, id))) return;
  throw fail(
    409,
    'NOT_UNDOABLE',
    'This stays hidden because it was deleted or another decision hides it too.',
  );
}
