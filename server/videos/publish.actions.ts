import type { Trx } from '#server/app/database/database.ts';
import type { PublishesMedia } from '#server/app/slice.ts';
import { notifyPublished } from '#server/notifications/notify.actions.ts';
import { publishVideos } from './publish.jobs.ts';
import { setUploaderSuspended } from './publish.store.ts';

/**
 * Brings the public copies of these videos, and the cached responses that show them, into step: in the transaction that
 * shows, hides, changes or deletes them.
 */
export async function publishLater(
  { jobs, publicMedia, cache }: PublishesMedia,
  trx: Trx,
  ids: number[],
  options: { after?: number } = {},
): Promise<void> {
  if (ids.length === 0) return;
  await cache.dropIn(trx, 'videos');
  await notifyPublished({ jobs }, trx, ids);
  if (publicMedia && ids.length > 0)
    await jobs.send(publishVideos, { ids }, { trx, priority: 10, ...options });
}

/** Videos of a suspended member are shown to admins alone. */
export async function suspendUploader(
  ctx: PublishesMedia,
  trx: Trx,
  userId: number,
  suspended: boolean,
): Promise<void> {
  await publishLater(ctx, trx, await setUploaderSuspended(trx, userId, suspended));
}
