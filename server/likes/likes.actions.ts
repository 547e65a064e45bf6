import type { LikeState } from '#contract/videos/videos.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { notifyLike } from '#server/notifications/notify.actions.ts';
import { LIKE_TABLES, toggleLike, type Likeable } from './likes.store.ts';

/** Likes a video, comment or post, or removes the like. Null: it doesn't exist for the viewer. Throws 429. */
export async function like(
  ctx: Context,
  subject: Likeable,
  by: { person: string; viewer: Viewer },
): Promise<LikeState | null> {
  ctx.rateLimits.require('like', by.person);
  return await transact(ctx.db, async (trx) => {
    const state = await toggleLike(trx, subject, by);
    if (state?.liked) await notifyLike(ctx, trx, subject);
    if (state) await ctx.cache.refreshIn(trx, LIKE_TABLES[subject.type].tag);
    return state;
  });
}
