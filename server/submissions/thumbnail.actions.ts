import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SNIFF_BYTES, sniffImage } from '#server/adapters/media/sniff.ts';
import { candidateTimes } from '#server/adapters/media/stills.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { changeThumbnail } from './change.actions.ts';
import { frameName } from './edit/frames.rules.ts';
import { findPictures, savePendingThumbnail, markEdited, type Pictures } from './change.store.ts';
import { randomName, removeLater, removeQuietly } from './receive.actions.ts';
import { publishSubmission } from './submissions.events.ts';
import { candidateKeys } from './submissions.rules.ts';

/** Throws unless this person may change the thumbnail in the video's current status. */
export function checkThumbnailChange(video: Pictures | null, user: User): asserts video {
  if (!video || !(isAdmin(user) || video.uploader_id === user.id)) throw notFound();
  if (video.archived_at)
    throw fail(409, 'WRONG_STATE', 'This video is archived. An administrator must restore it first.');
}

interface Thumbnail {
  image: Buffer;
  /** What `frameName` calls it; null: a picture of its own. */
  frame: string | null;
}

/** One of the pictures out of the video, counted from 1. Throws 404. */
export async function readCandidate(ctx: Context, id: number, at: number): Promise<Thumbnail> {
  const video = await findPictures(ctx.db, id);
  const key = video && candidateKeys(video)[at - 1];
  if (!key) throw notFound('This picture');
  const content = await ctx.storage.read(key);
  const seconds = candidateTimes({ pictures: { start: 0, end: video.duration_ms / 1000 } })[at - 1] ?? 0;
  return {
    image: Buffer.isBuffer(content) ? content : await buffer(content),
    frame: frameName(seconds + (video.edit?.start ?? 0), video.edit),
  };
}

/**
 * Puts `image` in the place of a video's thumbnail; the former one goes. Where the video was approved, and the owner wants
 * that, it waits for an admin first.
 */
export async function replaceThumbnail(
  ctx: Context,
  id: number,
  user: User,
  { image, frame }: Thumbnail,
): Promise<void> {
  const format = sniffImage(image.subarray(0, SNIFF_BYTES));
  // the extension shows an admin its type while it is pending
  const key = `originals/${randomName(ctx)}/${frame ?? 'thumbnail'}.${format === 'jpeg' ? 'jpg' : format}`;
  await ctx.storage.write(key, Readable.from([image]));
  try {
    await transact(ctx.db, async (trx) => {
      const video = await findPictures(trx, id, { lock: true });
      checkThumbnailChange(video, user);
      const isReviewed = video.status === 'APPROVED' && !isAdmin(user);
      if (isReviewed && ctx.settings.owner.community.editReview) {
        await savePendingThumbnail(trx, id, key);
        await removeLater(ctx, trx, { keys: keysOf(video.pending_thumbnail_key) });
        await notify(ctx, trx, { kind: 'REVIEW_WAITING', type: 'VIDEO', id });
        return;
      }
      await giveThumbnail(ctx, trx, id, { key, former: video.original_thumbnail_key });
      if (isReviewed) {
        await markEdited(trx, id, new Date(ctx.clock.now()));
        await notify(ctx, trx, { kind: 'CLIP_EDITED', type: 'VIDEO', id });
      }
      if (video.uploader_id !== user.id)
        await audit(trx, user, { action: 'submission.thumbnail', subjectType: 'video', subjectId: id });
    });
  } catch (error) {
    const now = await findPictures(ctx.db, id);
    if (![now?.original_thumbnail_key, now?.pending_thumbnail_key].includes(key))
      await removeQuietly(ctx, [key]);
    throw error;
  }
  publishSubmission(ctx, id);
}

/** A stored picture becomes a video's thumbnail; its former one goes. */
async function giveThumbnail(
  ctx: Context,
  trx: Trx,
  id: number,
  { key, former }: { key: string; former: string | null },
): Promise<void> {
  await changeThumbnail(ctx, trx, id, { key });
  await removeLater(ctx, trx, { keys: keysOf(former) });
}

/** An admin's decision on a pending thumbnail. False: none is pending. */
export async function decideThumbnail(
  ctx: Context,
  trx: Trx,
  id: number,
  isApproved: boolean,
): Promise<boolean> {
  const video = await findPictures(trx, id);
  const key = video?.pending_thumbnail_key;
  if (!key) return false;
  await savePendingThumbnail(trx, id, null);
  if (isApproved) await giveThumbnail(ctx, trx, id, { key, former: video.original_thumbnail_key });
  else await removeLater(ctx, trx, { keys: [key] });
  return true;
}

const keysOf = (key: string | null): string[] => (key === null ? [] : [key]);
