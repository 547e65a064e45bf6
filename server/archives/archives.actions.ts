import type { FastifyRequest } from 'fastify';
import { MAX_ARCHIVE, type ArchiveAnswer } from '#contract/archives/archives.ts';
import { EXPORTS_FOLDER } from '#server/adapters/storage/keys.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, isTaken, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { storeArchive } from '#server/submissions/archives.actions.ts';
import { randomName, removeLater, removeQuietly } from '#server/submissions/receive.actions.ts';
import { readArchiveJob, sendChosen } from './archives.jobs.ts';
import {
  chooseItems,
  deleteArchive,
  dropArchivesOf,
  findArchive,
  insertArchive,
  isReading,
} from './archives.store.ts';

const reading = () => fail(409, 'ARCHIVE_READING', "We're already reading one of your archives.");
const noArchive = () => notFound('This archive');

/** Takes an archive in, for the job to read. Throws 409, 413, 415, 429, 507. */
export async function startArchive(
  ctx: Context,
  user: User,
  request: FastifyRequest,
): Promise<ArchiveAnswer> {
  if (await isReading(ctx.db, user.id)) throw reading();
  const wait = await ctx.rateLimits.take('archive', String(user.id));
  if (wait > 0)
    throw fail(429, 'TOO_MANY', "You've imported several archives today. Please try again later.", {
      retryAfter: wait,
    });
  const key = `${EXPORTS_FOLDER}/${randomName(ctx)}/archive.zip`;
  try {
    const name = await storeArchive(ctx, request, { key, max: MAX_ARCHIVE });
    return await transact(ctx.db, async (trx) => {
      const added = await insertArchive(trx, { userId: user.id, key, name, now: new Date(ctx.clock.now()) });
      await ctx.jobs.send(readArchiveJob, { id: added.id }, { trx });
      return added;
    });
  } catch (error) {
    await ctx.rateLimits.giveBack('archive', String(user.id));
    if (!isTaken(error, 'archives_reading_key')) throw error;
    await removeQuietly(ctx, [key]);
    throw reading();
  }
}

/** Queues the chosen items. Throws 404, 409. */
export async function sendItems(
  ctx: Context,
  user: User,
  id: number,
  chosen: { items: number[]; category: string },
): Promise<ArchiveAnswer | null> {
  return await transact(ctx.db, async (trx) => {
    const found = await findArchive(trx, user.id, id);
    if (!found) throw noArchive();
    if (found.status !== 'READ') throw fail(409, 'WRONG_STATE', 'This archive has nothing to send.');
    if ((await chooseItems(trx, id, chosen)) < new Set(chosen.items).size) throw notFound('This item');
    await ctx.jobs.send(sendChosen, { id }, { trx, singletonKey: String(id) });
    return await findArchive(trx, user.id, id);
  });
}

/** Throws 404. */
export async function removeArchive(ctx: Context, user: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const keys = await deleteArchive(trx, user.id, id);
    if (!keys) throw noArchive();
    await removeLater(ctx, trx, { keys });
  });
}

/** The files go with the account. */
export async function leaveArchives(ctx: Context, trx: Trx, userId: number): Promise<void> {
  await removeLater(ctx, trx, { keys: await dropArchivesOf(trx, userId) });
}
