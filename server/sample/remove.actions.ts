import { deleteAccount } from '#server/accounts/profile/settings.actions.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { deleteVideo } from '#server/curation/archive.actions.ts';
import { rotate } from '#server/curation/rotation.actions.ts';
import {
  deletePostsAndOrders,
  deleteWaiting,
  findSample,
  isArriving,
  revertViews,
  type Sample,
} from './remove.store.ts';
import { readContent } from './sample.content.ts';

/** The remaining sample content. */
export const lookForSample = async ({ db }: Context): Promise<Sample> => findSample(db, await readContent());

/**
 * Deletes the sample content and nothing else. An interrupted run is completed by the next one. Throws 409
 * while the sample is still being loaded.
 */
export async function removeSample(ctx: Context, admin: User): Promise<Record<keyof Sample, number>> {
  if (await isArriving(ctx.db))
    throw fail(409, 'SAMPLE_ARRIVING', 'The sample content is still loading. Please try again in a minute.');
  const sample = await lookForSample(ctx);
  await transact(ctx.db, async (trx) => {
    await revertViews(trx, sample.videos);
    await deletePostsAndOrders(trx, sample);
    await deleteWaiting(trx, sample);
    await audit(trx, admin, { action: 'sample.remove', subjectType: 'settings', subjectId: 'sample' });
  });
  for (const id of sample.videos) await deleteVideo(ctx, admin, id, { archivedOnly: false });
  for (const id of sample.people) await deleteAccount(ctx, id, null);
  await rotate(ctx);
  ctx.cache.drop('videos', 'comments', 'community', 'creators');
  const { videos, people, posts, orders } = sample;
  return { videos: videos.length, people: people.length, posts: posts.length, orders: orders.length };
}
