import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { isTaken } from '#server/app/http/errors.ts';
import { checkQuota } from './quota.ts';
import { removeQuietly } from './receive.actions.ts';
import {
  findOutcome,
  insertUpload,
  lockUploader,
  makeWay,
  type Begun,
  type NewUpload,
} from './uploads.store.ts';

const MAX_TURNS = 5;

/** Begins an upload, or tells what video an earlier one under the same key became. Throws 429 when there may be no more. */
export async function beginUpload(ctx: Context, upload: NewUpload): Promise<Begun> {
  for (let turn = 1; ; turn++) {
    try {
      return await transact(ctx.db, async (trx) => {
        // first of all, and so in the same order by all: two tries at once would wait for each other
        await lockUploader(trx, upload.userId);
        const begun = await makeWay(trx, upload);
        if (begun.videoId !== null) return begun;
        await checkQuota(ctx, trx, upload);
        await insertUpload(trx, upload);
        return begun;
      });
    } catch (error) {
      // another try under this key came first
      if (turn >= MAX_TURNS || !isTaken(error, 'uploads_once')) throw error;
    }
  }
}

/**
 * The video that an upload became whose end failed: the commit's answer may have been lost, but it was made. Files
 * that nothing names are removed. Null: it became none.
 */
export async function recoverOutcome(ctx: Context, id: string, keys: string[]): Promise<number | null> {
  const { videoId, unnamed } = await transact(ctx.db, (trx) => findOutcome(trx, id, keys));
  await removeQuietly(ctx, unnamed);
  return videoId;
}
