import type { StoredMessage } from '#contract/text/message.ts';
import type { CuratedVideoAnswer } from '#contract/curation/curation.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import type { PublishesMedia } from '#server/app/slice.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { deleteVideoRow, lockVideo, setArchived, unsetArchived } from './archive.store.ts';
import { getCurated } from './curation.store.ts';
import { removeFiles } from './removals.jobs.ts';
import { addRemoval } from './removals.store.ts';

export const archivedAlready = () => fail(409, 'ARCHIVED_ALREADY', 'This video is already in the archive.');

/** Hides a video from everyone but admins. Null: no such video. Throws 409. */
export function archiveVideo(
  ctx: Context,
  admin: User,
  id: number,
  reason: StoredMessage | null,
): Promise<CuratedVideoAnswer | null> {
  return transact(ctx.db, async (trx) => {
    const archived = await archive(ctx, trx, admin, id, reason);
    const video = await getCurated(trx, ctx.signedUrls, id);
    if (video && !archived) throw archivedAlready();
    return video;
  });
}

/** The same within the caller's transaction. False: there is no such video, or it is archived already. */
export async function archive(
  ctx: PublishesMedia,
  trx: Trx,
  admin: User,
  id: number,
  reason: StoredMessage | null,
): Promise<boolean> {
  if (!(await setArchived(trx, id, reason))) return false;
  await audit(trx, admin, {
    action: 'video.archive',
    subjectType: 'video',
    subjectId: id,
    after: { reason },
  });
  await publishLater(ctx, trx, [id]);
  return true;
}

/** Null: no such video. Throws 409. */
export function restoreVideo(ctx: Context, admin: User, id: number): Promise<CuratedVideoAnswer | null> {
  return transact(ctx.db, async (trx) => {
    const restored = await restore(ctx, trx, admin, id);
    const video = await getCurated(trx, ctx.signedUrls, id);
    if (video && !restored) throw fail(409, 'NOT_ARCHIVED', "This video isn't in the archive.");
    return video;
  });
}

/** The same within the caller's transaction. False: there is no such video, or it is not archived. */
export async function restore(ctx: PublishesMedia, trx: Trx, admin: User, id: number): Promise<boolean> {
  if (!(await unsetArchived(trx, id))) return false;
  await audit(trx, admin, { action: 'video.restore', subjectType: 'video', subjectId: id });
  await publishLater(ctx, trx, [id]);
  return true;
}

/**
 * Deletes a video permanently. Its row is deleted at once and, in the same transaction, its files are recorded for a
 * job that removes them, however often storage fails. Null: no such video. Throws 409.
 */
export function deleteVideo(
  ctx: Context,
  admin: User,
  id: number,
  { archivedOnly }: { archivedOnly: boolean },
): Promise<{ id: number; deleted: true } | null> {
  return transact(ctx.db, async (trx) => {
    const video = await lockVideo(trx, id);
    if (!video) return null;
    if (archivedOnly && !video.archived_at)
      throw fail(409, 'NOT_ARCHIVED', 'Only archived videos can be permanently deleted.');
    const removal = await addRemoval(trx, { keys: video.keys, prefixes: [`videos/${id}`, `cards/${id}`] });
    await deleteVideoRow(trx, id);
    await audit(trx, admin, {
      action: 'video.delete',
      subjectType: 'video',
      subjectId: id,
      before: { title: video.title, origin: video.origin, sourceId: video.source_id },
    });
    await ctx.jobs.send(removeFiles, { removal }, { trx });
    await publishLater(ctx, trx, [id]);
    return { id, deleted: true as const };
  });
}
