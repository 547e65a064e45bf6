import type { Slice } from '#server/app/slice.ts';
import { deleteListsOf } from './lists.owner.store.ts';
import { playlistsRoutes } from './playlists.routes.ts';
import { seriesRoutes } from './series.routes.ts';
import { watchLaterRoutes } from './watch-later.routes.ts';

export const listsSlice: Slice = {
  routes: [playlistsRoutes, watchLaterRoutes, seriesRoutes],
  leaveAccount: (_ctx, trx, userId) => deleteListsOf(trx, userId),
};
