import { Readable } from 'node:stream';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/sessions.ts';
import { publishSubmission } from './submissions.events.ts';
import { noteEdited } from './change.store.ts';
import { findOriginals, noteOutcome } from './processing.store.ts';
import { removeFiles } from './files.jobs.ts';
import { remakeThumbnails } from './submissions.jobs.ts';
import { randomName, removeQuietly } from './receive.actions.ts';
import { isAdmin } from '#server/app/http/roles.ts';

type Originals = NonNullable<Awaited<ReturnType<typeof findOriginals>>>;

/** Throws unless this person may give the video another thumbnail as it stands. */
export function checkThumbnailChange(
  video: Originals | null,
  user: User,
  editReview: boolean,
): asserts video {
  const byAdmin = isAdmin(user);
  if (!video || !(byAdmin || video.uploader_id === user.id)) throw notFound();
  if (video.archived_at)
    throw fail(409, 'WRONG_STATE', 'This video is archived. An administrator has to restore it first.');
  // what was reviewed is what people see, where the owner wants that
  if (video.status === 'APPROVED' && !byAdmin && editReview)
    throw fail(
      409,
      'WRONG_STATE',
      'This video is approved. Ask an administrator to unapprove it before you change its thumbnail.',
    );
}

/** Puts `image` in the place of a video's thumbnail; the former one goes. */
export async function replaceThumbnail(ctx: Context, id: number, user: User, image: Buffer): Promise<void> {
  const key = `originals/${randomName(ctx)}/thumbnail`;
  await ctx.storage.write(key, Readable.from([image]));
  try {
    await transact(ctx.db, async (trx) => {
      const video = await findOriginals(trx, id, { lock: true });
      checkThumbnailChange(video, user, ctx.settings.owner.community.editReview);
      const rev = video.media_rev ?? '';
      await noteOutcome(trx, id, rev, { original_thumbnail_key: key });
      if (video.status === 'APPROVED' && video.uploader_id === user.id)
        await noteEdited(trx, id, new Date(ctx.clock.now()));
      if (video.processing === 'READY')
        await ctx.jobs.send(remakeThumbnails, { videoId: id, rev }, { trx, priority: 10 });
      if (video.original_thumbnail_key)
        await ctx.jobs.send(removeFiles, { keys: [video.original_thumbnail_key], prefixes: [] }, { trx });
      if (video.uploader_id !== user.id)
        await audit(trx, user, { action: 'submission.thumbnail', subjectType: 'video', subjectId: id });
    });
  } catch (error) {
    const now = await findOriginals(ctx.db, id);
    if (now?.original_thumbnail_key !== key) await removeQuietly(ctx, [key]);
    throw error;
  }
  publishSubmission(ctx, id);
}
