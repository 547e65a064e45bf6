import { REFUSALS } from './uploads.messages.ts';
import { createHash } from 'node:crypto';
import type { UploadFields } from '#contract/submissions/submissions.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { publishSubmission } from './submissions.events.ts';
import { PRIORITIES, removeFiles } from './files.jobs.ts';
import { receiveReplacement } from './replacement.actions.ts';
import { showCut } from '#server/captions/captions.actions.ts';
import { tagVideo } from '#server/tags/tags.actions.ts';
import { planRelease } from './scheduled.jobs.ts';
import { dropReplacement } from './replacement.store.ts';
import { checkVideo } from './submissions.jobs.ts';
import {
  insertSubmission,
  lockCreator,
  replaceFile,
  type ReceivedFile,
  type SubmissionFields,
} from './submissions.store.ts';
import { deleteUploadsOf } from './uploads.store.ts';

/** A complete video file in the store, and its metadata. */
export interface Received {
  uploaderId: number;
  fields: SubmissionFields;
  file: Omit<ReceivedFile, 'rev'>;
  /** One of many that come at once. */
  isBulk?: boolean | undefined;
  /** Also done in the transaction that makes the item. */
  alongside?: (trx: Trx, videoId: number) => Promise<void>;
}

/**
 * The end of every kind of upload: a submission in review (or a new file for an existing one) and its first processing
 * step, in one transaction. Returns the submission's id.
 */
export async function receiveSubmission(
  ctx: Context,
  { uploaderId, fields, file, isBulk, alongside }: Received,
): Promise<number> {
  const now = new Date(ctx.clock.now());
  const received = { ...file, rev: randomName(ctx) };
  const id = await transact(ctx.db, async (trx) => {
    if (!(await lockCreator(trx, uploaderId))) throw fail(403, 'NO_CREATOR', REFUSALS.NO_CREATOR());
    const videoId = fields.replaces
      ? await receiveOther(ctx, trx, {
          id: fields.replaces,
          uploaderId,
          file: received,
          edit: fields.edit,
          now,
        })
      : fields.submissionId
        ? await replace(ctx, trx, { uploaderId, fields, file: received, now, id: fields.submissionId })
        : await insertSubmission(trx, uploaderId, fields, received, now);
    if (!fields.replaces) await tagVideo(trx, videoId, fields.tags);
    const step = { videoId, rev: received.rev, ...(isBulk && { isBulk }) };
    await ctx.jobs.send(checkVideo, step, { trx, priority: PRIORITIES.first(step) });
    await planRelease(ctx, trx, fields.publishAt, now);
    await alongside?.(trx, videoId);
    await ctx.cache.dropIn(trx, 'videos');
    return videoId;
  });
  publishSubmission(ctx, id);
  return id;
}

async function receiveOther(
  ctx: Context,
  trx: Trx,
  other: Parameters<typeof receiveReplacement>[2],
): Promise<number> {
  await receiveReplacement(ctx, trx, other);
  return other.id;
}

async function replace(
  ctx: Context,
  trx: Trx,
  {
    id,
    uploaderId,
    fields,
    file,
    now,
  }: { id: number; uploaderId: number; fields: UploadFields; file: ReceivedFile; now: Date },
): Promise<number> {
  const before = await replaceFile(trx, id, uploaderId, fields, file, now);
  if (!before) throw fail(409, 'NOT_REPLACEABLE', 'You can only replace your own rejected or failed videos.');
  // of the replaced file, together with its edit
  await removeLater(ctx, trx, await dropReplacement(trx, id));
  if (before.edit || fields.edit) await showCut(ctx, trx, id);
  await removeLater(ctx, trx, {
    keys: [before.original_key, before.original_thumbnail_key].filter((key) => key !== null),
    prefixes: before.media_rev ? [`videos/${id}/${before.media_rev}`] : [],
  });
  return id;
}

/** Lower-case letters and digits, 128 bits. */
export function randomName(ctx: Context): string {
  return createHash('sha256').update(ctx.random.bytes(32)).digest('hex').slice(0, 32);
}

export const originalKey = (ctx: Context) => `originals/${randomName(ctx)}/source`;

/** Files that go when this transaction is committed, however often the store fails. */
export async function removeLater(
  ctx: Context,
  trx: Trx,
  { keys = [], prefixes = [] }: { keys?: string[]; prefixes?: string[] },
): Promise<void> {
  if (keys.length + prefixes.length > 0) await ctx.jobs.send(removeFiles, { keys, prefixes }, { trx });
}

/** Deletes a person's uploads in progress, in the transaction that deletes their account. */
export async function dropUploadsOf(ctx: Context, trx: Trx, userId: number): Promise<void> {
  await removeLater(ctx, trx, { keys: await deleteUploadsOf(trx, userId) });
}

/** Afterwards, when what matters is done: what can't be removed now is swept later (orphans.jobs.ts). */
export async function removeQuietly(ctx: Context, keys: string[]): Promise<void> {
  for (const key of keys)
    await ctx.storage
      .remove(key)
      .catch((error: unknown) =>
        ctx.log.warn('A file that is not needed any more could not be removed.', { key, error }),
      );
}
