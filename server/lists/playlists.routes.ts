import { playlists } from '#contract/lists/playlists.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { guardOwn } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import {
  createPlaylist,
  keepClips,
  noPlaylist,
  placeInPlaylist,
  removePlaylist,
  takeFromPlaylist,
} from './playlists.actions.ts';
import {
  AT_THE_START,
  changePlaylist,
  findInPlaylist,
  findPlaylist,
  listItems,
  listPlaylists,
  readItemsCursor,
  type Begin,
  type Part,
} from './playlists.store.ts';
import { dropFromLater, listWatchLater, listWatchLaterIds } from './watch-later.store.ts';

interface Asked extends Part {
  id: number;
  start?: number | undefined;
}

async function beginOf(ctx: Context, viewer: Viewer, { id, cursor, start }: Asked): Promise<Begin> {
  if (cursor) return readItemsCursor(cursor);
  const found = start === undefined ? null : await findInPlaylist(ctx.db, viewer, { id, videoId: start });
  return found ?? AT_THE_START;
}

const isOwn = guardOwn('playlists', noPlaylist);

export const playlistsRoutes: Routes = (route) => {
  route(playlists.list, async ({ ctx, user, query }) =>
    listPlaylists(ctx.db, ctx.signedUrls, user, query.videoId),
  );

  route(playlists.create, async ({ ctx, user, body }) => {
    ctx.rateLimits.require('playlist', String(user.id));
    return createPlaylist(ctx, user, body);
  });

  const get = async (ctx: Context, viewer: Viewer, { id, cursor, start, limit }: Asked) => {
    const begin = await beginOf(ctx, viewer, { id, cursor, start });
    const isWhole = begin === AT_THE_START;
    const [playlist, { items, nextCursor }] = await Promise.all([
      findPlaylist(ctx.db, ctx.signedUrls, viewer, id, { hasCover: !isWhole }),
      listItems(ctx.db, ctx.signedUrls, viewer, { id, begin, limit }),
    ]);
    if (!playlist) throw noPlaylist();
    const [first = null] = items;
    const cover = { thumbnail: first?.thumbnail ?? null, placeholder: first?.placeholder ?? null };
    return { ...playlist, ...(isWhole && cover), items, nextCursor };
  };
  // an account that is suspended or deleted drops 'creators', and its playlists are seen no more
  route.cached(
    playlists.get,
    ['playlists', 'videos', 'counts', 'creators'],
    ({ ctx, params, query, user }) => get(ctx, user, { ...query, ...params }),
    { membersLive: true },
  );

  const guard: typeof isOwn = (call) => {
    call.ctx.rateLimits.require('playlist-change', String(call.user.id));
    return isOwn(call);
  };
  const change = async ({ ctx, user, params, body }: Call<typeof playlists.change>) => {
    const now = new Date(ctx.clock.now());
    if (!(await changePlaylist(ctx.db, { id: params.id, userId: user.id }, body, now))) throw noPlaylist();
    ctx.cache.drop('playlists');
    return findPlaylist(ctx.db, ctx.signedUrls, user, params.id);
  };
  route(playlists.change, change, guard);

  route(playlists.remove, async ({ ctx, user, params }) => removePlaylist(ctx, user, params.id));

  route(
    playlists.place,
    async ({ ctx, user, params, body }) =>
      placeInPlaylist(ctx, user, { id: params.id, videoId: body.videoId, position: body.position }),
    guard,
  );

  route(playlists.take, async ({ ctx, user, params }) =>
    takeFromPlaylist(ctx, user, params.id, params.videoId),
  );

  route(playlists.watchLater, async ({ ctx, user, query }) =>
    listWatchLater(ctx.db, ctx.signedUrls, user, query),
  );

  route(playlists.watchLaterIds, async ({ ctx, user }) => listWatchLaterIds(ctx.db, user));

  route(playlists.keepForLater, async ({ ctx, user, params }) => {
    ctx.rateLimits.require('playlist-change', String(user.id));
    const kept = await keepClips(ctx, user, [params.videoId]);
    if (kept === 'not-there') throw fail(404, 'NOT_FOUND', 'Video not found');
    if (kept === 'full')
      throw fail(409, 'TOO_MANY', 'You keep as many videos for later as one can. Please remove some first.');
  });

  route(playlists.dropFromLater, async ({ ctx, user, params }) =>
    dropFromLater(ctx.db, user.id, params.videoId),
  );

  route(playlists.joinLater, async ({ ctx, user, body }) => {
    ctx.rateLimits.require('playlist', String(user.id));
    await keepClips(ctx, user, [...new Set(body.videoIds)]);
  });
};
