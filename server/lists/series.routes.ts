import { series } from '#contract/lists/series.ts';
import type { Context } from '#server/app/context.ts';
import { guardOwn } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireUser } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { createList, noList, removeList, updateSeries } from './lists.actions.ts';
import {
  findSeriesPosition,
  findSeries,
  listSeries,
  listSeriesIds,
  listSeriesVideos,
} from './series.store.ts';

/** An account that is suspended or deleted drops 'creators', and its series are seen no more. */
const TAGS: CacheTag[] = ['playlists', 'videos', 'counts', 'creators', 'settings'];

async function readBack(ctx: Context, user: User, id: number) {
  const found = await findSeries(ctx.db, ctx.signedUrls, user, id);
  return found && { ...found, videoIds: await listSeriesIds(ctx.db, user, id) };
}

const isOwn = guardOwn('series', noList.series);

export const seriesRoutes: Routes = (route) => {
  route.cached(series.list, TAGS, async ({ ctx, query: { creator }, user }) =>
    listSeries(ctx.db, ctx.signedUrls, creator === undefined ? requireUser(user) : user, creator),
  );

  route(series.create, async ({ ctx, user, body }) => {
    ctx.rateLimits.require('series', String(user.id));
    return readBack(ctx, user, await createList(ctx, 'series', user, body));
  });

  route.cached(
    series.get,
    TAGS,
    async ({ ctx, params, query, user }) => {
      const [found, videoIds, { items: videos, nextCursor }] = await Promise.all([
        findSeries(ctx.db, ctx.signedUrls, user, params.id),
        listSeriesIds(ctx.db, user, params.id),
        listSeriesVideos(ctx.db, ctx.signedUrls, user, { ...query, ...params }),
      ]);
      if (!found) throw noList.series();
      return { ...found, videoIds, videos, nextCursor };
    },
    { membersLive: true },
  );

  route(
    series.change,
    async ({ ctx, user, params: { id }, body }) => {
      await updateSeries(ctx, user, { ...body, id });
      return readBack(ctx, user, id);
    },
    async (call) => {
      call.ctx.rateLimits.require('series-change', String(call.user.id));
      return isOwn(call);
    },
  );

  route(series.remove, async ({ ctx, user, params }) => removeList(ctx, 'series', user, params.id));

  route(series.ofVideo, async ({ ctx, user, params }) =>
    findSeriesPosition(ctx.db, ctx.signedUrls, user, params.id),
  );
};
