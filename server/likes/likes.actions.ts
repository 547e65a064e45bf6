import type { LikeState } from '#contract/videos/videos.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { tellOfLike } from '#server/notifications/tell.actions.ts';
import { LIKE_TABLES, toggleLike, type Likeable } from './likes.store.ts';

/** Likes a video, comment or post, or takes the like back. Null: the viewer sees no such thing. Throws 429. */
export async function like(
  ctx: Context,
  thing: Likeable,
  by: { person: string; viewer: Viewer },
): Promise<LikeState | null> {
  ctx.rateLimits.require('like', by.person);
  return await transact(ctx.db, async (trx) => {
    const state = await toggleLike(trx, thing, by);
    if (state?.liked) await tellOfLike(ctx, trx, thing);
    if (state) await ctx.cache.refreshIn(trx, LIKE_TABLES[thing.type].tag);
    return state;
  });
}
