import { creators } from '#contract/creators.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { listPosts } from '#server/community/posts.store.ts';
import { findCreator, listCreators, listVideosOf, toCreator } from './creators.store.ts';

const POSTS_SHOWN = 20;

export const creatorsRoutes: Routes = (route) => {
  route.cached(creators.list, ['creators', 'videos', 'counts'], async ({ ctx }) => listCreators(ctx.db));

  route.cached(creators.get, ['creators', 'videos', 'counts', 'community'], async ({ ctx, params }) => {
    const found = await findCreator(ctx.db, params.username);
    if (!found) throw fail(404, 'NOT_FOUND', 'Creator not found');
    const [latestVideos, { items: latestPosts }] = await Promise.all([
      listVideosOf(ctx.db, found.id),
      listPosts(ctx.db, { limit: POSTS_SHOWN, viewerId: null, authorId: found.id }),
    ]);
    return {
      ...toCreator(found),
      bio: found.bio,
      joinedAt: found.created_at.toISOString(),
      latestVideos,
      latestPosts,
    };
  });
};
