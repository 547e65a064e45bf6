import { playlists } from '#contract/lists/playlists.ts';
import { guardOwn } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import {
  createList,
  noList,
  setPositionInPlaylist,
  removeList,
  takeFromPlaylist,
  updateList,
} from './lists.actions.ts';
import { findPlaylist, listPlaylistItems, listPlaylists } from './playlists.store.ts';

const isOwn = guardOwn('playlists', noList.playlist);
const guard: typeof isOwn = (call) => {
  call.ctx.rateLimits.require('playlist-change', String(call.user.id));
  return isOwn(call);
};

export const playlistsRoutes: Routes = (route) => {
  route(playlists.list, async ({ ctx, user, query }) =>
    listPlaylists(ctx.db, ctx.signedUrls, user, query.videoId),
  );

  route(playlists.create, async ({ ctx, user, body }) => {
    ctx.rateLimits.require('playlist', String(user.id));
    const id = await createList(ctx, 'playlist', user, body);
    return findPlaylist(ctx.db, ctx.signedUrls, user, id);
  });

  // an account that is suspended or deleted drops 'creators', and its playlists are seen no more
  route.cached(
    playlists.get,
    ['playlists', 'videos', 'counts', 'creators', 'settings'],
    async ({ ctx, params, query, user }) => {
      const [playlist, { items, nextCursor }] = await Promise.all([
        findPlaylist(ctx.db, ctx.signedUrls, user, params.id),
        listPlaylistItems(ctx.db, ctx.signedUrls, user, { ...query, ...params }),
      ]);
      if (!playlist) throw noList.playlist();
      return { ...playlist, items, nextCursor };
    },
    { membersLive: true },
  );

  route(
    playlists.change,
    async ({ ctx, user, params, body }) => {
      await updateList(ctx, 'playlist', user, { ...body, id: params.id });
      return findPlaylist(ctx.db, ctx.signedUrls, user, params.id);
    },
    guard,
  );

  route(playlists.remove, async ({ ctx, user, params }) => removeList(ctx, 'playlist', user, params.id));

  route(
    playlists.place,
    async ({ ctx, user, params: { id }, body: { videoId, position } }) => {
      await setPositionInPlaylist(ctx, user, { id, videoId, position });
      return findPlaylist(ctx.db, ctx.signedUrls, user, id);
    },
    guard,
  );

  route(playlists.take, async ({ ctx, user, params }) =>
    takeFromPlaylist(ctx, user, params.id, params.videoId),
  );
};
