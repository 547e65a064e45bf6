import { creators } from '#contract/creators/creators.ts';
import type { Context } from '#server/app/context.ts';
import type { Caller } from '#server/app/http/callers/caller.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { follow, unfollow } from './follows.actions.ts';
import { listFollowed, setCategoryFollowed } from './follows.store.ts';

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
    const state = await follow(ctx, user.id, params.username);
    if (!state) throw noCreator();
    return state;
  });

  route(creators.unfollow, async ({ ctx, caller, params, user }) => {
    limit({ ctx, caller, user });
    const state = await unfollow(ctx, user.id, params.username);
    if (!state) throw noCreator();
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
