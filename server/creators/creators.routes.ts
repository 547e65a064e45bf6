import { creators } from '#contract/creators.ts';
import { findNewName } from '#server/accounts/names.store.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { listPostsOf } from '#server/community/lists.store.ts';
import { findCreator, listCreators, listVideosOf, readVideosCursor, toCreator } from './creators.store.ts';

const POSTS_SHOWN = 20;

const noCreator = () => fail(404, 'NOT_FOUND', 'Creator not found');

/** Whoever has this name, or had it a short while ago: a list that is open goes on after a rename. */
async function findByAnyName(ctx: Context, username: string) {
  const found = await findCreator(ctx.db, username);
  const newName = found ? null : await findNewName(ctx.db, username);
  return found ?? (newName && (await findCreator(ctx.db, newName)));
}

export const creatorsRoutes: Routes = (route) => {
  route.cached(creators.list, ['creators', 'videos', 'counts'], async ({ ctx, query }) =>
    listCreators(ctx.db, query),
  );

  route.cached(creators.get, ['creators', 'videos', 'counts', 'community'], async ({ ctx, params }) => {
    const found = await findByAnyName(ctx, params.username);
    if (!found) throw noCreator();
    if (found.username.toLowerCase() !== params.username.toLowerCase()) {
      const location = `/api/creators/${encodeURIComponent(found.username)}`;
      throw fail(301, 'MOVED', `This person is called ${found.username} now.`, { location });
    }
    const [{ items: latestVideos, nextCursor: moreVideos }, { items: latestPosts }] = await Promise.all([
      listVideosOf(ctx.db, found.id),
      listPostsOf(ctx.db, found.id, { limit: POSTS_SHOWN, viewerId: null }),
    ]);
    return {
      ...toCreator(found),
      bio: found.bio,
      joinedAt: found.created_at.toISOString(),
      latestVideos,
      moreVideos,
      latestPosts,
    };
  });

  route.cached(creators.videos, ['creators', 'videos', 'counts'], async ({ ctx, params, query }) => {
    const page = { limit: query.limit, after: query.cursor ? readVideosCursor(query.cursor) : undefined };
    const found = await findByAnyName(ctx, params.username);
    if (!found) throw noCreator();
    return listVideosOf(ctx.db, found.id, page);
  });
};
