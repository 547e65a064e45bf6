import type { Slice } from '#server/app/slice.ts';
import { playlistsRoutes } from './playlists.routes.ts';
import { deleteListsOf } from './playlists.owner.store.ts';

export const playlistsSlice: Slice = {
  routes: [playlistsRoutes],
  leaveAccount: (_ctx, trx, userId) => deleteListsOf(trx, userId),
};
