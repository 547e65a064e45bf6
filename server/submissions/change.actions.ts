import type { SubmissionChange } from '#contract/studio/studio.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { isAdmin } from '#server/app/http/roles.ts';
import type { User } from '#server/app/http/sessions.ts';
import { changeSeriesOf } from '#server/series/series.actions.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { changeSubmission, lockSubmission } from './change.store.ts';
import { letOutDue } from './scheduled.jobs.ts';
import { publishSubmission } from './submissions.events.ts';

/** Changes an upload as its uploader or an admin. Throws 404, 409. */
export async function changeUpload(
  ctx: Context,
  user: User,
  id: number,
  change: SubmissionChange,
): Promise<void> {
  const now = new Date(ctx.clock.now());
  await transact(ctx.db, async (trx) => {
    const before = await lockSubmission(trx, id);
    if (!before || !(isAdmin(user) || before.uploaderId === user.id)) throw notFound('This submission');
    if (before.archivedAt)
      throw fail(409, 'WRONG_STATE', 'This video is archived. It has to be restored first.');
    await changeSubmission(trx, id, change, now);
    if (change.seriesId !== undefined) await changeSeriesOf(trx, id, change.seriesId);
    await planRelease(ctx, trx, change.publishAt, now);
    const { title, category, description, visibility, publishAt } = before;
    await audit(trx, user, {
      action: 'submission.edit',
      subjectType: 'video',
      subjectId: id,
      before: { title, category, description, visibility, publishAt },
      after: change,
    });
    await publishLater(ctx, trx, [id]);
  });
  ctx.cache.drop('videos');
  if (change.seriesId !== undefined) ctx.cache.drop('playlists');
  publishSubmission(ctx, id);
}

/** Somebody looks when its time has come. */
export async function planRelease(
  ctx: Context,
  trx: Trx,
  publishAt: string | null | undefined,
  now: Date,
): Promise<void> {
  const seconds = publishAt ? Math.ceil((Date.parse(publishAt) - now.getTime()) / 1000) : 0;
  if (seconds > 0) await ctx.jobs.send(letOutDue, {}, { trx, after: seconds, priority: 10 });
}
