import { series } from '#contract/lists/series.ts';
import type { Context } from '#server/app/context.ts';
import { guardOwn } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireUser } from '#server/app/http/callers/roles.ts';
import { readerOf } from '#server/app/http/callers/sessions.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { createSeries, noSeries, removeSeries, updateSeries } from './series.actions.ts';
import {
  findInSeries,
  findPlace,
  findSeries,
  listOwnSeries,
  listSeriesIds,
  listSeriesOf,
  listSeriesVideos,
  readSeriesCursor,
} from './series.store.ts';

/** An account that is suspended or deleted drops 'creators', and its series are seen no more. */
const TAGS: CacheTag[] = ['playlists', 'videos', 'counts', 'creators'];

interface Asked {
  id: number;
  cursor?: string | undefined;
  limit?: number | undefined;
  start?: number | undefined;
}

async function get(ctx: Context, viewer: Viewer, { id, cursor, limit, start }: Asked) {
  const first = cursor || start === undefined ? null : await findInSeries(ctx.db, viewer, id, start);
  const after = first ?? readSeriesCursor(cursor);
  const found = await findSeries(ctx.db, ctx.signedUrls, viewer, id);
  if (!found) throw noSeries();
  const [videoIds, { items: videos, nextCursor }] = await Promise.all([
    listSeriesIds(ctx.db, viewer, id),
    listSeriesVideos(ctx.db, ctx.signedUrls, viewer, { id, after, limit }),
  ]);
  return { ...found, videoIds, videos, nextCursor };
}

const isOwn = guardOwn('series', noSeries);

export const seriesRoutes: Routes = (route) => {
  route.cached(series.list, TAGS, async ({ ctx, query: { creator }, user }) => {
    if (creator !== undefined) return listSeriesOf(ctx.db, ctx.signedUrls, creator, readerOf(user));
    return listOwnSeries(ctx.db, ctx.signedUrls, requireUser(user));
  });

  route(series.create, async ({ ctx, user, body }) => {
    ctx.rateLimits.require('series', String(user.id));
    return createSeries(ctx, user, body);
  });

  route.cached(series.get, TAGS, ({ ctx, params, query, user }) => get(ctx, user, { ...query, ...params }), {
    membersLive: true,
  });

  route(
    series.change,
    async ({ ctx, user, params, body }) => updateSeries(ctx, user, params.id, body),
    async (call) => {
      call.ctx.rateLimits.require('series-change', String(call.user.id));
      return isOwn(call);
    },
  );

  route(series.remove, async ({ ctx, user, params }) => removeSeries(ctx, user, params.id));

  route(series.ofVideo, async ({ ctx, user, params }) => findPlace(ctx.db, ctx.signedUrls, user, params.id));
};
