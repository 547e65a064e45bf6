import { Readable } from 'node:stream';
import { MAX_UPLOAD } from '#contract/submissions/submissions.ts';
import type { Stored } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, isTaken } from '#server/app/http/errors.ts';
import { frameName } from './edit/frames.rules.ts';
import { explainWrite } from './incoming.ts';
import { checkQuota, requireSpace } from './quota.ts';
import { REFUSALS } from './uploads.messages.ts';
import { originalKey, randomName, receiveSubmission, removeQuietly } from './receive.actions.ts';
import type { SubmissionFields } from './submissions.store.ts';
import {
  dropUpload,
  findOutcome,
  finishUpload,
  insertUpload,
  lockUploader,
  claimKey,
  type KeyClaim,
  type NewUpload,
} from './uploads.store.ts';

/** The fields of an upload form; its video is in the store. */
export interface UploadForm {
  fields: SubmissionFields;
  stored: Stored;
  thumbnail: Buffer | null;
}

interface NewForm {
  userId: number;
  length: number;
  idempotencyKey: string | null;
  /** One of many that come at once. */
  isBulk?: boolean;
}

/**
 * Creates a submission from a single-request upload; `readForm` stores its video under the given key. Cleans up on any
 * failure. Returns the submission's id, immediately for a retry under the same key.
 */
export async function takeUpload(
  ctx: Context,
  { userId, length, idempotencyKey, isBulk }: NewForm,
  readForm: (videoKey: string) => Promise<UploadForm>,
): Promise<number> {
  const id = randomName(ctx);
  const keys = { video: originalKey(ctx), thumbnail: `originals/${id}/thumbnail` };
  const started = await beginUpload(ctx, {
    id,
    idempotencyKey,
    userId,
    total: null,
    bytes: Math.min(length, MAX_UPLOAD),
    fields: {},
    parts: Object.values(keys),
    now: new Date(ctx.clock.now()),
  });
  if (started.videoId !== null) return started.videoId;
  try {
    await removeQuietly(ctx, started.left);
    await requireSpace(ctx, 2 * length);
    const { fields, stored, thumbnail } = await readForm(keys.video);
    if (fields.thumbnailAt !== undefined)
      keys.thumbnail = `originals/${id}/${frameName(fields.thumbnailAt, null)}`;
    if (thumbnail) await ctx.storage.write(keys.thumbnail, Readable.from([thumbnail]));
    return await receiveSubmission(ctx, {
      uploaderId: userId,
      fields,
      isBulk,
      file: { key: keys.video, ...stored, thumbnailKey: thumbnail && keys.thumbnail },
      alongside: async (trx, videoId) => {
        if (!(await finishUpload(trx, id, { videoId, bytes: stored.size })))
          throw fail(409, 'GAVE_WAY', REFUSALS.GAVE_WAY());
      },
    });
  } catch (error) {
    const videoId = await recoverOutcome(ctx, id, Object.values(keys));
    if (videoId !== null) return videoId;
    await dropUpload(ctx.db, id);
    throw explainWrite(error);
  }
}

const MAX_TURNS = 5;

/** Starts an upload, or returns the video that an earlier one under the same key became. Throws 429 above the limit. */
export async function beginUpload(ctx: Context, upload: NewUpload): Promise<KeyClaim> {
  for (let turn = 1; ; turn++) {
    try {
      return await transact(ctx.db, async (trx) => {
        // first of all, and so in the same order by all: two tries at once would wait for each other
        await lockUploader(trx, upload.userId);
        const started = await claimKey(trx, upload);
        if (started.videoId !== null) return started;
        await checkQuota(ctx, trx, upload);
        await insertUpload(trx, upload);
        return started;
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
