import { creators } from '#contract/creators.ts';
import { retryDeadlock } from '#server/app/database/database.ts';
import { blocked, fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import type { Rate } from '#server/app/http/rate-limits.ts';
import { followCreator, listFollowed, setCategoryFollowed, unfollowCreator } from './follows.store.ts';

const FOLLOWS: Rate = { max: 60, seconds: 60 };

const noCreator = () => fail(404, 'NOT_FOUND', 'Creator not found');

export const followsRoutes: Routes = (route) => {
  route(creators.follow, async ({ ctx, params, user }) => {
    ctx.rateLimits.take('follow', String(user.id), FOLLOWS);
    if (params.username.toLowerCase() === user.username.toLowerCase())
      throw fail(400, 'NOT_YOURSELF', "You can't follow yourself.");
    const state = await retryDeadlock(() => followCreator(ctx.db, user.id, params.username));
    if (!state) throw noCreator();
    if (state === 'blocked') throw blocked();
    if (state === 'full') throw fail(409, 'TOO_MANY', 'You follow as many creators as one can.');
    ctx.cache.drop('creators');
    return state;
  });

  route(creators.unfollow, async ({ ctx, params, user }) => {
    ctx.rateLimits.take('follow', String(user.id), FOLLOWS);
    const state = await retryDeadlock(() => unfollowCreator(ctx.db, user.id, params.username));
    if (!state) throw noCreator();
    ctx.cache.drop('creators');
    return state;
  });

  route(creators.followCategory, async ({ ctx, params, user }) => {
    ctx.rateLimits.take('follow', String(user.id), FOLLOWS);
    requireCategory(ctx, 'videos', params.category);
    await setCategoryFollowed(ctx.db, user.id, params.category, true);
  });

  route(creators.unfollowCategory, async ({ ctx, params, user }) => {
    ctx.rateLimits.take('follow', String(user.id), FOLLOWS);
    await setCategoryFollowed(ctx.db, user.id, params.category, false);
  });

  route(creators.followed, async ({ ctx, user }) => listFollowed(ctx.db, user.id));
};
