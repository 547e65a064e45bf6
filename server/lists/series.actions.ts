import type { BodyOf } from '#contract/endpoint.ts';
import type { OrderedSeries, series } from '#contract/lists/series.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { lockPeople } from '#server/app/database/lock-people.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import {
  changeSeries,
  deleteSeries,
  findSeries,
  insertSeries,
  listSeriesIds,
  orderSeries,
  setSeriesOf,
} from './series.store.ts';

export const noSeries = () => notFound('This series');

async function order(trx: Trx, user: User, id: number, videoIds: number[]): Promise<void> {
  if (!(await orderSeries(trx, id, user.id, videoIds)))
    throw fail(404, 'NOT_FOUND', 'A series holds videos of its creator. One of these is not yours, or gone.');
}

async function readBack(ctx: Context, user: User, id: number): Promise<OrderedSeries | null> {
  const found = await findSeries(ctx.db, ctx.signedUrls, user, id);
  return found && { ...found, videoIds: await listSeriesIds(ctx.db, user, id) };
}

/** Throws 404 for clips that aren't the caller's, 409 when there are as many as one can have. */
export async function createSeries(
  ctx: Context,
  user: User,
  { title, description, videoIds = [] }: BodyOf<typeof series.create>,
): Promise<OrderedSeries | null> {
  const id = await transact(ctx.db, async (trx) => {
    await lockPeople(trx, user.id);
    const made = await insertSeries(trx, user.id, { title, description }, new Date(ctx.clock.now()));
    if (made === null)
      throw fail(409, 'TOO_MANY', 'You have as many series as one can. Please delete one first.');
    await order(trx, user, made, videoIds);
    await ctx.cache.dropIn(trx, 'playlists');
    return made;
  });
  return await readBack(ctx, user, id);
}

/** Throws 404. */
export async function updateSeries(
  ctx: Context,
  user: User,
  id: number,
  { videoIds, ...words }: BodyOf<typeof series.change>,
): Promise<OrderedSeries | null> {
  await transact(ctx.db, async (trx) => {
    if (!(await changeSeries(trx, { id, userId: user.id }, words, new Date(ctx.clock.now()))))
      throw noSeries();
    if (videoIds) await order(trx, user, id, videoIds);
    await ctx.cache.dropIn(trx, 'playlists');
  });
  return await readBack(ctx, user, id);
}

/** Throws 404. What an admin takes from somebody else is noted. */
export async function removeSeries(ctx: Context, user: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const gone = await deleteSeries(trx, { id, userId: user.id, isAdmin: isAdmin(user) });
    if (!gone) throw noSeries();
    if (gone.userId !== user.id)
      await audit(trx, user, {
        action: 'series.delete',
        subjectType: 'series',
        subjectId: id,
        before: { title: gone.title },
      });
    await ctx.cache.dropIn(trx, 'playlists');
  });
}

/** Puts a clip into a series of its creator's, or into none, within the change of an upload. Throws 404, 409. */
export async function changeSeriesOf(trx: Trx, videoId: number, seriesId: number | null): Promise<void> {
  const set = await setSeriesOf(trx, videoId, seriesId);
  if (set === 'full') throw fail(409, 'TOO_MANY', 'This series holds as many videos as it can.');
  if (!set) throw noSeries();
}
