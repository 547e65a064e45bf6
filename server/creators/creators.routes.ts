import { creators } from '#contract/creators/creators.ts';
import { msg } from '#contract/text/message.ts';
import { findNewName } from '#server/accounts/names.store.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { getFilteredViewer } from '#server/app/http/callers/sessions.ts';
import { listPostsOf } from '#server/community/lists.store.ts';
import {
  areBlocked,
  findCreator,
  listCreators,
  listVideosOf,
  readVideosCursor,
  toCreator,
} from './creators.store.ts';

const POSTS_SHOWN = 20;

const noCreator = () => fail(404, 'NOT_FOUND', 'Creator not found');

/** The person with this name, or who had it recently: an open list still loads after a rename. */
async function findByAnyName(ctx: Context, username: string) {
  const found = await findCreator(ctx.db, username);
  const newName = found ? null : await findNewName(ctx.db, username);
  return found ?? (newName && (await findCreator(ctx.db, newName)));
}

export const creatorsRoutes: Routes = (route) => {
  const tags: CacheTag[] = ['creators', 'videos', 'counts', 'settings'];
  route.cached(creators.list, tags, ({ ctx, query, user }) =>
    listCreators(ctx.db, { ...query, filteredViewer: getFilteredViewer(user) }),
  );

  route.cached(creators.get, [...tags, 'community'], async ({ ctx, params, user }) => {
    const filteredViewer = getFilteredViewer(user);
    const found = await findByAnyName(ctx, params.username);
    if (!found) throw noCreator();
    if (found.username.toLowerCase() !== params.username.toLowerCase()) {
      const location = `/api/creators/${encodeURIComponent(found.username)}`;
      throw fail(301, 'MOVED', msg`This person's username is now ${found.username}.`, { location });
    }
    const about = { ...toCreator(found), joinedAt: found.created_at.toISOString() };
    if (filteredViewer !== null && (await areBlocked(ctx.db, filteredViewer, found.id)))
      return {
        ...about,
        bio: null,
        supportLink: null,
        latestThumbnails: [],
        latestVideos: [],
        moreVideos: null,
        latestPosts: [],
      };
    const [{ items: latestVideos, nextCursor: moreVideos }, { items: latestPosts }] = await Promise.all([
      listVideosOf(ctx.db, found.id, { filteredViewer }),
      listPostsOf(ctx.db, found.id, { limit: POSTS_SHOWN, viewerId: null }),
    ]);
    return {
      ...about,
      bio: found.bio,
      supportLink: found.support_link,
      latestVideos,
      moreVideos,
      latestPosts,
    };
  });

  route.cached(creators.videos, tags, async ({ ctx, params, query, user }) => {
    const filteredViewer = getFilteredViewer(user);
    const page = { limit: query.limit, after: query.cursor ? readVideosCursor(query.cursor) : undefined };
    const found = await findByAnyName(ctx, params.username);
    if (!found) throw noCreator();
    if (filteredViewer !== null && (await areBlocked(ctx.db, filteredViewer, found.id))) return [];
    return listVideosOf(ctx.db, found.id, { ...page, filteredViewer });
  });
};
