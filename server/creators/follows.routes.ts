import { creators } from '#contract/creators/creators.ts';
import { retryDeadlock, transact } from '#server/app/database/database.ts';
import type { Context } from '#server/app/context.ts';
import type { Caller } from '#server/app/http/callers/caller.ts';
import { blocked, fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { tell } from '#server/notifications/tell.actions.ts';
import { followCreator, listFollowed, setCategoryFollowed, unfollowCreator } from './follows.store.ts';

function limit({ ctx, caller, user }: { ctx: Context; caller: Caller; user: User }): void {
  ctx.rateLimits.require('follow', String(user.id));
  ctx.rateLimits.require('follow-address', addressGroup(caller.address));
}

const noCreator = () => fail(404, 'NOT_FOUND', 'Creator not found');

export const followsRoutes: Routes = (route) => {
  route(creators.follow, async ({ ctx, caller, params, user }) => {
    limit({ ctx, caller, user });
    if (params.username.toLowerCase() === user.username.toLowerCase())
      throw fail(400, 'NOT_YOURSELF', "You can't follow yourself.");
    const state = await transact(ctx.db, async (trx) => {
      const followed = await followCreator(trx, user.id, params.username);
      if (followed && followed !== 'full' && followed !== 'blocked')
        await tell(ctx, trx, { kind: 'FOLLOWER', type: 'PERSON', id: user.id, whom: followed.creatorId });
      return followed;
    });
    if (!state) throw noCreator();
    if (state === 'blocked') throw blocked();
    if (state === 'full') throw fail(409, 'TOO_MANY', 'You follow as many creators as one can.');
    ctx.cache.refresh('creators');
    return { following: state.following, followers: state.followers };
  });

  route(creators.unfollow, async ({ ctx, caller, params, user }) => {
    limit({ ctx, caller, user });
    const state = await retryDeadlock(() => unfollowCreator(ctx.db, user.id, params.username));
    if (!state) throw noCreator();
    ctx.cache.refresh('creators');
    return state;
  });

  route(creators.followCategory, async ({ ctx, caller, params, user }) => {
    limit({ ctx, caller, user });
    requireCategory(ctx, 'videos', params.category);
    await setCategoryFollowed(ctx.db, user.id, params.category, true);
  });

  route(creators.unfollowCategory, async ({ ctx, caller, params, user }) => {
    limit({ ctx, caller, user });
    await setCategoryFollowed(ctx.db, user.id, params.category, false);
  });

  route(creators.followed, async ({ ctx, user }) => listFollowed(ctx.db, user.id));
};
