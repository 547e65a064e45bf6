import type { FollowState } from '#contract/creators/creators.ts';
import type { Context } from '#server/app/context.ts';
import { retryDeadlock, transact, type Trx } from '#server/app/database/database.ts';
import { blocked, fail } from '#server/app/http/errors.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { deleteFollowsBetween, followCreator, unfollowCreator } from './follows.store.ts';

/** Null: no member of this name. Throws 403 where either blocks the other, and 409. */
export async function follow(ctx: Context, follower: number, username: string): Promise<FollowState | null> {
  const state = await transact(ctx.db, async (trx) => {
    const followed = await followCreator(trx, follower, username);
    if (followed && followed !== 'full' && followed !== 'blocked')
      await notify(ctx, trx, { kind: 'FOLLOWER', type: 'PERSON', id: follower, whom: followed.creatorId });
    return followed;
  });
  if (state === 'blocked') throw blocked();
  if (state === 'full') throw fail(409, 'TOO_MANY', "You've reached the limit of creators you can follow.");
  if (!state) return null;
  ctx.cache.refresh('creators');
  return { following: state.following, followers: state.followers };
}

/** Null: no member of this name. */
export async function unfollow(
  ctx: Context,
  follower: number,
  username: string,
): Promise<FollowState | null> {
  const state = await retryDeadlock(() => unfollowCreator(ctx.db, follower, username));
  if (state) ctx.cache.refresh('creators');
  return state;
}

/** In the transaction of what comes between two people. True: one of them followed the other. */
export const endFollowsBetween = (trx: Trx, a: number, b: number): Promise<boolean> =>
  deleteFollowsBetween(trx, a, b);
