import type { NewPlaylist, Playlist } from '#contract/lists/playlists.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { lockPeople } from '#server/app/database/lock-people.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import {
  deleteItem,
  deletePlaylist,
  findPlaylist,
  insertPlaylist,
  placeItem,
  touchPlaylist,
} from './playlists.store.ts';
import { keepForLater } from './watch-later.store.ts';

export const noPlaylist = () => notFound('This playlist');

/** Throws 409 when there are as many as one can have. */
export async function createPlaylist(
  ctx: Context,
  user: User,
  playlist: NewPlaylist,
): Promise<Playlist | null> {
  const id = await transact(ctx.db, async (trx) => {
    await lockPeople(trx, user.id);
    return await insertPlaylist(trx, user.id, playlist, new Date(ctx.clock.now()));
  });
  if (id === null)
    throw fail(409, 'TOO_MANY', 'You have as many playlists as one can. Please delete one first.');
  return await findPlaylist(ctx.db, ctx.signedUrls, user, id);
}

/** Throws 404 for a playlist that isn't the caller's or a clip that they can't see, 409 when it is full. */
export async function placeInPlaylist(
  ctx: Context,
  user: User,
  item: { id: number; videoId: number; position: number | undefined },
): Promise<Playlist | null> {
  const placed = await inOwnPlaylist(ctx, user, item.id, (trx) => placeItem(trx, user, item));
  if (placed === null) throw fail(404, 'NOT_FOUND', 'Video not found');
  if (placed === 'full') throw fail(409, 'TOO_MANY', 'This playlist holds as many videos as it can.');
  return await findPlaylist(ctx.db, ctx.signedUrls, user, item.id);
}

export async function takeFromPlaylist(ctx: Context, user: User, id: number, videoId: number): Promise<void> {
  await inOwnPlaylist(ctx, user, id, (trx) => deleteItem(trx, id, videoId));
}

/** Changes come one after another. Throws 404. */
async function inOwnPlaylist<T>(
  ctx: Context,
  user: User,
  id: number,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return await transact(ctx.db, async (trx) => {
    if (!(await touchPlaylist(trx, id, user.id, new Date(ctx.clock.now())))) throw noPlaylist();
    await ctx.cache.dropIn(trx, 'playlists');
    return await work(trx);
  });
}

/** Throws 404. What an admin takes from somebody else is noted. */
export async function removePlaylist(ctx: Context, user: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const gone = await deletePlaylist(trx, { id, userId: user.id, isAdmin: isAdmin(user) });
    if (!gone) throw noPlaylist();
    if (gone.userId !== user.id)
      await audit(trx, user, {
        action: 'playlist.delete',
        subjectType: 'playlist',
        subjectId: id,
        before: { title: gone.title },
      });
    await ctx.cache.dropIn(trx, 'playlists');
  });
}

/** Keeps clips for later. What came of it: `keepForLater`. */
export const keepClips = (ctx: Context, user: User, videoIds: number[]) =>
  transact(ctx.db, async (trx) => {
    await lockPeople(trx, user.id);
    return await keepForLater(trx, user, videoIds, new Date(ctx.clock.now()));
  });
