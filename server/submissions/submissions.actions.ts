import { givenReason } from '#contract/submissions/reject-reasons.ts';
import { readMessageOrNull } from '#contract/text/message.ts';
import { REVIEW_MOVES, type ReviewMoveName } from '#contract/submissions/review-states.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { readField, tagVideo } from '#server/tags/tags.actions.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { decideReview } from '#server/videos/review.actions.ts';
import { decideRevision } from './revision.actions.ts';
import { publishSubmission } from './submissions.events.ts';
import { recordOutcome } from './processing.store.ts';
import { removeLater } from './receive.actions.ts';
import { checkVideo } from './submissions.jobs.ts';
import { explainConflict } from './submissions.rules.ts';
import { findRetry } from './processing.store.ts';
import { deleteSubmission, findStanding, getSubmission, resubmit } from './submissions.store.ts';
import { forgetUploadsOf } from './uploads.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

/** Approves, unapproves or rejects, and notifies the uploader by email. Throws 404, 409. */
export async function reviewSubmission(
  ctx: Context,
  user: User,
  id: number,
  move: ReviewMoveName,
  { reason = null, atSec = null }: { reason?: string | null; atSec?: number | null } = {},
) {
  const { to } = REVIEW_MOVES[move];
  await transact(ctx.db, async (trx) => {
    const at = new Date(ctx.clock.now());
    if (
      move !== 'unapprove' &&
      move !== 'resubmit' &&
      (await decideRevision(ctx, trx, user, { id, move, at, reason }))
    )
      return;
    const reviewed = await decideReview(
      ctx,
      trx,
      user,
      { id, origin: 'UPLOAD', move },
      { at, reason, atSec },
    );
    if (!reviewed) return reject(trx, id, move, user);
    if (to === 'APPROVED') await notify(ctx, trx, { kind: 'CLIP_APPROVED', type: 'VIDEO', id });
    if (to === 'REJECTED')
      await notify(ctx, trx, {
        kind: 'CLIP_REJECTED',
        type: 'VIDEO',
        id,
        reason: reason === null ? null : givenReason(reason).stored,
        atSec,
      });
  });
  return showChange(ctx, user, id);
}

/** Resubmits an own rejected video with changed texts, at the end of the queue. Throws 404, 409. */
export async function resubmitSubmission(
  ctx: Context,
  user: User,
  id: number,
  { tags, ...fields }: Parameters<typeof resubmit>[3] & { tags?: string[] | undefined },
) {
  await transact(ctx.db, async (trx) => {
    const field = tags && (await readField(trx, tags));
    if (!(await resubmit(trx, id, user.id, fields, new Date(ctx.clock.now()))))
      await reject(trx, id, 'resubmit', user);
    await tagVideo(trx, id, field);
    await audit(trx, user, {
      action: 'submission.resubmit',
      subjectType: 'video',
      subjectId: id,
      before: { status: REVIEW_MOVES.resubmit.from },
      after: { status: REVIEW_MOVES.resubmit.to, ...fields, ...(field && { tags: field }) },
    });
    await notify(ctx, trx, { kind: 'REVIEW_WAITING', type: 'VIDEO', id });
  });
  return showChange(ctx, user, id);
}

/** Deletes an own item and its files. Throws 404, 409. */
export async function withdrawSubmission(ctx: Context, user: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await forgetUploadsOf(trx, id);
    const deleted = await deleteSubmission(trx, id, user.id);
    if (!deleted) throw notFound('This submission');
    if (deleted === 'archived')
      throw fail(409, 'WRONG_STATE', 'An administrator archived this video. Please contact them.');
    const { keys, title, status } = deleted;
    await publishLater(ctx, trx, [id]);
    await removeLater(ctx, trx, { keys, prefixes: [`videos/${id}`, `cards/${id}`] });
    await audit(trx, user, {
      action: 'submission.withdraw',
      subjectType: 'video',
      subjectId: id,
      before: { title, status },
    });
  });
  publishSubmission(ctx, id);
}

/** Begins the processing of a failed item again. Throws 404, 409. */
export async function retryProcessing(ctx: Context, user: User, id: number) {
  await transact(ctx.db, async (trx) => {
    const failed = await findRetry(trx, id);
    if (!failed)
      throw (await findStanding(trx, id))
        ? fail(409, 'NOT_FAILED', 'Only videos that failed processing can be retried.')
        : notFound('This submission');
    await recordOutcome(trx, id, failed.media_rev, {
      processing: 'QUEUED',
      processing_percent: 0,
      failure_reason: null,
    });
    await ctx.jobs.send(checkVideo, { videoId: id, rev: failed.media_rev }, { trx });
    await audit(trx, user, {
      action: 'submission.retry',
      subjectType: 'video',
      subjectId: id,
      before: { processing: 'FAILED', failureReason: readMessageOrNull(failed.failure_reason) },
      after: { processing: 'QUEUED' },
    });
  });
  return showChange(ctx, user, id);
}

/** Why a move could not be made: not there, not yours, or not from where it is. Asks on the connection it has. */
async function reject(trx: Trx, id: number, move: ReviewMoveName, user: User): Promise<never> {
  const standing = await findStanding(trx, id);
  if (!standing || !(isAdmin(user) || standing.uploader_id === user.id)) throw notFound('This submission');
  throw fail(409, 'WRONG_STATE', explainConflict(move, standing.status, standing.archived_at !== null));
}

/** Notifies viewers of the submission and of lists with it; returns its current state. */
async function showChange(ctx: Context, user: User, id: number) {
  ctx.cache.drop('videos');
  publishSubmission(ctx, id);
  return getSubmission(ctx.db, ctx.signedUrls, id, user);
}
