import { videos } from '#contract/videos.ts';
import type { Context } from '#server/app/context.ts';
import { retryDeadlock } from '#server/app/database/database.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { LIKES, VIEWS } from '#server/app/http/rate-limits.ts';
import type { User } from '#server/app/http/sessions.ts';
import { getVideo, likeVideo, listVideos, viewVideo } from './videos.store.ts';
import { fail } from '#server/app/http/errors.ts';

const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

export const videosRoutes: Routes = (route) => {
  route.cached(videos.list, ['videos'], async ({ ctx, query }) => listVideos(ctx.db, query));

  const get = async (ctx: Context, id: number, user: User | null) => {
    const video = await getVideo(ctx.db, id, user, ctx.signedUrls);
    if (!video) throw noVideo();
    return video;
  };
  route.cached(
    videos.get,
    ['videos'],
    ({ ctx, params }) => get(ctx, params.id, null),
    ({ ctx, params, user }) => get(ctx, params.id, user),
  );

  route(videos.like, async ({ ctx, params, caller }) => {
    const person = caller.person();
    ctx.rateLimits.take('like', person, LIKES);
    const state = await retryDeadlock(() => likeVideo(ctx.db, params.id, person));
    if (!state) throw noVideo();
    ctx.cache.drop('videos');
    return state;
  });

  route(videos.view, async ({ ctx, params, caller, user }) => {
    const person = caller.person();
    ctx.rateLimits.take('view', person, VIEWS);
    const seen = await retryDeadlock(() => viewVideo(ctx.db, params.id, person, user?.id ?? null));
    if (seen === null) throw noVideo();
    if (seen.counted) ctx.cache.drop('videos');
    return { views: seen.views };
  });
};
