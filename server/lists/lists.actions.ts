import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { lockPeople } from '#server/app/database/lock-people.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { fail, notFound, type HttpError } from '#server/app/http/errors.ts';
import type { ListKind } from './lists.rows.ts';
import { changeList, deleteList, insertList, type NewList } from './lists.store.ts';
import { deleteItem, setItemPosition } from './playlists.store.ts';
import { orderSeries, setSeriesOf } from './series.store.ts';
import { saveForLater } from './watch-later.store.ts';

export const noList: Record<ListKind, () => HttpError> = {
  playlist: () => notFound('This playlist'),
  series: () => notFound('This series'),
};

const tooMany: Record<ListKind, () => HttpError> = {
  playlist: () => fail(409, 'TOO_MANY', "You've reached the playlist limit. Please delete one first."),
  series: () => fail(409, 'TOO_MANY', "You've reached the series limit. Please delete one first."),
};

/** A series with the videos in it. Throws 409 when there are as many as one can have, 404 for videos of others. */
export const createList = (
  ctx: Context,
  kind: ListKind,
  user: User,
  { videoIds = [], ...list }: NewList & { videoIds?: number[] | undefined },
): Promise<number> =>
  transact(ctx.db, async (trx) => {
    await lockPeople(trx, user.id);
    const id = await insertList(trx, kind, user.id, list, new Date(ctx.clock.now()));
    if (id === null) throw tooMany[kind]();
    if (kind === 'series') await order(trx, user, id, videoIds);
    await ctx.cache.dropIn(trx, 'playlists');
    return id;
  });

/** Updates an own list, and its items by `work`; concurrent changes are serialized. Throws 404. */
export const updateList = (
  ctx: Context,
  kind: ListKind,
  user: User,
  { id, ...change }: Partial<NewList> & { id: number },
  work?: (trx: Trx) => Promise<void>,
): Promise<void> =>
  transact(ctx.db, async (trx) => {
    const now = new Date(ctx.clock.now());
    if (!(await changeList(trx, kind, { id, userId: user.id }, change, now))) throw noList[kind]();
    await work?.(trx);
    await ctx.cache.dropIn(trx, 'playlists');
  });

/** Throws 404. An admin's removal of another member's list is audited. */
export const removeList = (ctx: Context, kind: ListKind, user: User, id: number): Promise<void> =>
  transact(ctx.db, async (trx) => {
    const deleted = await deleteList(trx, kind, { id, userId: user.id, isAdmin: isAdmin(user) });
    if (!deleted) throw noList[kind]();
    if (deleted.user_id !== user.id)
      await audit(trx, user, {
        action: `${kind}.delete`,
        subjectType: kind,
        subjectId: id,
        before: { title: deleted.title },
      });
    await ctx.cache.dropIn(trx, 'playlists');
  });

/** Throws 404 for a playlist that isn't the caller's or a video that they can't see, 409 when it is full. */
export const setPositionInPlaylist = (
  ctx: Context,
  user: User,
  item: { id: number; videoId: number; position: number | undefined },
): Promise<void> =>
  updateList(ctx, 'playlist', user, { id: item.id }, async (trx) => {
    const placed = await setItemPosition(trx, user, item);
    if (placed === null) throw fail(404, 'NOT_FOUND', 'Video not found');
    if (placed === 'full') throw fail(409, 'TOO_MANY', 'This playlist is full.');
  });

/** Throws 404. */
export const takeFromPlaylist = (ctx: Context, user: User, id: number, videoId: number): Promise<void> =>
  updateList(ctx, 'playlist', user, { id }, (trx) => deleteItem(trx, id, videoId));

/** `videoIds` is the whole order. Throws 404, also for videos that aren't the caller's. */
export const updateSeries = (
  ctx: Context,
  user: User,
  { videoIds, ...change }: Partial<NewList> & { id: number; videoIds?: number[] | undefined },
): Promise<void> =>
  updateList(ctx, 'series', user, change, async (trx) => {
    if (videoIds) await order(trx, user, change.id, videoIds);
  });

async function order(trx: Trx, user: User, id: number, videoIds: number[]): Promise<void> {
  if (!(await orderSeries(trx, id, user.id, videoIds)))
    throw fail(
      404,
      'NOT_FOUND',
      "A series can only include your own videos. One of these isn't yours or no longer exists.",
    );
}

/** Puts a video into a series of its creator's, or into none, within the change of an upload. Throws 404, 409. */
export async function changeSeriesOf(trx: Trx, videoId: number, seriesId: number | null): Promise<void> {
  const set = await setSeriesOf(trx, videoId, seriesId);
  if (set === 'full') throw fail(409, 'TOO_MANY', 'This series is full.');
  if (!set) throw noList.series();
}

/** Saves videos for later. What came of it: `saveForLater`. */
export const saveVideos = (ctx: Context, user: User, videoIds: number[]) =>
  transact(ctx.db, async (trx) => {
    await lockPeople(trx, user.id);
    return await saveForLater(trx, user, videoIds, new Date(ctx.clock.now()));
  });
