import type { SubmissionChange } from '#contract/submissions/studio.ts';
import type { Label } from '#contract/videos/labels.ts';
import type { PendingChange } from '#contract/submissions/pending-change.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { changeSeriesOf } from '#server/lists/lists.actions.ts';
import { toLabels } from '#server/videos/videos.rows.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import {
  archiveOwn,
  changeSubmission,
  countChange,
  savePendingChange,
  lockSubmission,
  markEdited,
  setThumbnail,
  unarchiveOwn,
} from './change.store.ts';
import { readField, tagVideo } from '#server/tags/tags.actions.ts';
import { changeEdit } from './edit/edit.actions.ts';
import { lockLabels } from './labels/labels.store.ts';
import { changedLabels } from './labels/labels.rules.ts';
import { planRelease } from './scheduled.jobs.ts';
import { publishSubmission } from './submissions.events.ts';
import { remakeThumbnails } from './submissions.jobs.ts';

/** Changes an upload as its uploader or an admin. Throws 404, 409. */
export async function changeUpload(
  ctx: Context,
  user: User,
  id: number,
  typed: SubmissionChange,
): Promise<void> {
  await changeOwn(ctx, user, id, async (trx, before) => {
    const now = new Date(ctx.clock.now());
    if (before.archivedAt)
      throw fail(409, 'WRONG_STATE', 'This video is archived. It must be restored first.');
    const change = typed.tags ? { ...typed, tags: await readField(trx, typed.tags) } : typed;
    if (!(await countChange(trx, id, change.version)))
      throw fail(409, 'CHANGED_MEANWHILE', 'This video was changed meanwhile. Please reload and try again.');
    if (change.edit !== undefined) await changeEdit(ctx, trx, id, change.edit);
    const { texts: textChanges, others } = splitChange(change);
    // an approved video stays approved, whatever its visibility: private, scheduled or being withdrawn
    const isReviewed = before.status === 'APPROVED' && !isAdmin(user);
    const isReworded = isReviewed && Object.keys(textChanges).length > 0;
    const relabelled = change.labels ? changedLabels(before, change.labels) : [];
    if (relabelled.length > 0) await relabel(trx, user, id, { before, relabelled });
    const hasNewLink = (change.supportLink ?? before.supportLink) !== before.supportLink;
    const isEdited = isReworded || (isReviewed && (relabelled.length > 0 || hasNewLink));
    const comesOut = before.visibility === 'PRIVATE' && (change.visibility ?? 'PRIVATE') !== 'PRIVATE';
    const waits = isReworded && ctx.settings.owner.community.editReview;
    await changeSubmission(trx, id, waits ? others : change, now);
    if (!waits) await tagVideo(trx, id, change.tags);
    if (change.focus) await changeThumbnail(ctx, trx, id, { focus: change.focus });
    if (waits) await savePendingChange(trx, id, textChanges);
    else if (isEdited) await markEdited(trx, id, now);
    if (isEdited)
      await notify(ctx, trx, { kind: waits ? 'REVIEW_WAITING' : 'CLIP_EDITED', type: 'VIDEO', id });
    // changes to a private video notify no one: those made meanwhile do now
    else if (comesOut && !isAdmin(user)) {
      await notify(ctx, trx, { kind: 'REVIEW_WAITING', type: 'VIDEO', id });
      if (before.isEdited) await notify(ctx, trx, { kind: 'CLIP_EDITED', type: 'VIDEO', id });
    }
    if (change.seriesId !== undefined) {
      await changeSeriesOf(trx, id, change.seriesId);
      await ctx.cache.dropIn(trx, 'playlists');
    }
    await planRelease(ctx, trx, change.publishAt, now);
    const { title, category, description, tags, visibility, publishAt } = before;
    const labels = toLabels(before.labels);
    await audit(trx, user, {
      action: 'submission.edit',
      subjectType: 'video',
      subjectId: id,
      before: {
        title,
        category,
        description,
        visibility,
        publishAt,
        ...(change.tags && { tags }),
        ...(change.labels && { labels }),
      },
      after: change,
    });
  });
}

/** Throws 403 for a creator's change of what an admin set. */
async function relabel(
  trx: Trx,
  user: User,
  id: number,
  { before, relabelled }: { before: Locked; relabelled: Label[] },
): Promise<void> {
  if (isAdmin(user)) return lockLabels(trx, id, [...new Set([...before.admin_labels, ...relabelled])]);
  if (relabelled.some((label) => before.admin_labels.includes(label)))
    throw fail(403, 'SET_BY_ADMIN', 'An administrator set this label. Only administrators can change it.');
}

/** Edits a video: its texts, which may need review, and everything else. */
function splitChange({ title, category, description, tags, location, ...others }: SubmissionChange) {
  const changes = Object.entries({ title, category, description, tags, location }).filter(
    ([, value]) => value !== undefined,
  );
  return { texts: Object.fromEntries(changes) as PendingChange, others };
}

/** Puts an upload into the archive, as its uploader or an admin. Throws 404, 409. */
export const archiveUpload = (ctx: Context, user: User, id: number): Promise<void> =>
  changeOwn(ctx, user, id, async (trx) => {
    if (!(await archiveOwn(trx, id, new Date(ctx.clock.now()))))
      throw fail(409, 'ARCHIVED_ALREADY', 'This video is already in the archive.');
    await audit(trx, user, { action: 'submission.archive', subjectType: 'video', subjectId: id });
  });

/** Takes an upload out of the archive that its uploader put there. Throws 404, 409. */
export const unarchiveUpload = (ctx: Context, user: User, id: number): Promise<void> =>
  changeOwn(ctx, user, id, async (trx, before) => {
    if (!before.archivedAt) throw fail(409, 'NOT_ARCHIVED', "This video isn't in the archive.");
    if (!(await unarchiveOwn(trx, id)))
      throw fail(409, 'WRONG_STATE', 'An administrator archived this video. Please contact them.');
    await audit(trx, user, { action: 'submission.unarchive', subjectType: 'video', subjectId: id });
  });

type Locked = NonNullable<Awaited<ReturnType<typeof lockSubmission>>>;

/** Changes an upload as its owner or an admin, and notifies its viewers. Throws 404. */
async function changeOwn(
  ctx: Context,
  user: User,
  id: number,
  change: (trx: Trx, before: Locked) => Promise<void>,
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const before = await lockSubmission(trx, id);
    if (!before || !(isAdmin(user) || before.uploaderId === user.id)) throw notFound('This submission');
    await change(trx, before);
    await publishLater(ctx, trx, [id]);
  });
  publishSubmission(ctx, id);
}

/** Stores what a video's thumbnails are made of, and makes them again. */
export async function changeThumbnail(
  ctx: Context,
  trx: Trx,
  id: number,
  change: Parameters<typeof setThumbnail>[2],
): Promise<void> {
  for (const rev of await setThumbnail(trx, id, change))
    await ctx.jobs.send(remakeThumbnails, { videoId: id, rev }, { trx, priority: 10 });
}
