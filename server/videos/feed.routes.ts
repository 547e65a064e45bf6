import { videos } from '#contract/videos/videos.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { getFilteredViewer } from '#server/app/http/callers/sessions.ts';
import { listFeed } from './feed.store.ts';
import { followerOf } from './following.ts';

export const feedRoutes: Routes = (route) => {
  // videos already seen are filtered in the browser: the order is the same for everyone and cached as bytes
  route.cached(videos.feed, ['videos', 'counts', 'settings'], async ({ ctx, query, user }) => {
    requireCategory(ctx, 'videos', query.category);
    return listFeed(ctx.db, {
      ...query,
      ...followerOf(query, user),
      filteredViewer: getFilteredViewer(user),
    });
  });
};
