import { creators } from '#contract/creators.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { listPosts } from '#server/community/posts.store.ts';
import { findCreator, listCreators, listVideosOf, readVideosCursor, toCreator } from './creators.store.ts';

const POSTS_SHOWN = 20;

async function needCreator(ctx: Context, username: string) {
  const found = await findCreator(ctx.db, username);
  if (!found) throw fail(404, 'NOT_FOUND', 'Creator not found');
  return found;
}

export const creatorsRoutes: Routes = (route) => {
  route.cached(creators.list, ['creators', 'videos', 'counts'], async ({ ctx, query }) =>
    listCreators(ctx.db, query),
  );

  route.cached(creators.get, ['creators', 'videos', 'counts', 'community'], async ({ ctx, params }) => {
    const found = await needCreator(ctx, params.username);
    const [{ items: latestVideos, nextCursor: moreVideos }, { items: latestPosts }] = await Promise.all([
      listVideosOf(ctx.db, found.id),
      listPosts(ctx.db, { limit: POSTS_SHOWN, viewerId: null, authorId: found.id }),
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
    return listVideosOf(ctx.db, (await needCreator(ctx, params.username)).id, page);
  });
};
