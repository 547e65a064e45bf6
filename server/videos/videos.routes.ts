import { MAX_PAGE_SIZE, PAGE_SIZE, videos } from '#contract/videos.ts';
import type { Context } from '#server/app/context.ts';
import { retryDeadlock } from '#server/app/database/database.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { Page, takeItems } from '#server/app/http/page.ts';
import { addressGroup, LIKES, SEARCHES, VIEWS } from '#server/app/http/rate-limits.ts';
import type { User } from '#server/app/http/sessions.ts';
import { answerSearch, readFound } from '#server/search/cached.actions.ts';
import { mirrorOf } from '#server/search/mirror.actions.ts';
import { findThings } from '#server/search/search.actions.ts';
import { getVideo, likeVideo, listVideos, listVideosByIds, viewVideo } from './videos.store.ts';
import { fail } from '#server/app/http/errors.ts';

const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

export const videosRoutes: Routes = (route) => {
  route.cached(
    videos.list,
    ['videos', 'counts'],
    async ({ ctx, query }) => listVideos(ctx.db, query),
    async (call) => {
      const { ctx, query, caller } = call;
      ctx.rateLimits.take('search', addressGroup(caller.address), SEARCHES);
      const { q, category, cursor, limit = PAGE_SIZE } = query;
      return answerSearch(videos.list, call, async (from, header) => {
        const found = await findThings(
          from.db,
          {
            q: q ?? '',
            kinds: ['videos'],
            sort: query.sort === 'new' || query.sort === 'top' ? query.sort : 'relevance',
            filters: { category },
            limit: Math.min(limit, MAX_PAGE_SIZE),
            cursor,
          },
          mirrorOf(ctx),
        );
        const { ids = [], nextCursor = null } = found.kinds.videos ?? {};
        const page = await readFound(from, 'videos', ids, listVideosByIds);
        return takeItems(new Page(page, nextCursor), { header });
      });
    },
    // a search has a shelf of its own, and limits
    (request) => Boolean((request.query as { q?: string }).q?.trim()),
  );

  const get = async (ctx: Context, id: number, user: User | null) => {
    const video = await getVideo(ctx.db, id, user, ctx.signedUrls);
    if (!video) throw noVideo();
    return video;
  };
  route.cached(
    videos.get,
    ['videos', 'counts'],
    ({ ctx, params }) => get(ctx, params.id, null),
    ({ ctx, params, user }) => get(ctx, params.id, user),
  );

  route(videos.like, async ({ ctx, params, caller }) => {
    const person = caller.person();
    ctx.rateLimits.take('like', person, LIKES);
    const state = await retryDeadlock(() => likeVideo(ctx.db, params.id, person));
    if (!state) throw noVideo();
    ctx.cache.drop('counts');
    return state;
  });

  route(videos.view, async ({ ctx, params, caller, user }) => {
    const person = caller.person();
    ctx.rateLimits.take('view', person, VIEWS);
    const seen = await retryDeadlock(() => viewVideo(ctx.db, params.id, person, user?.id ?? null));
    if (seen === null) throw noVideo();
    if (seen.counted) ctx.cache.drop('counts');
    return { views: seen.views };
  });
};
