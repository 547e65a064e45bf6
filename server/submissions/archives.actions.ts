import type { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { msg, StoredMessage, storedMessages, type Message } from '#contract/text/message.ts';
import { lineFromOutside } from '#contract/text/text.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { drain, readParts } from '#server/app/http/files/form-parts.ts';
import { checkIncoming, endWhenStalled, explainWrite } from './incoming.ts';
import { requireSpace, enforceSpace } from './quota.ts';
import { removeQuietly } from './receive.actions.ts';
import type { SubmissionFields } from './submissions.store.ts';
import { takeUpload } from './uploads.actions.ts';

/** Why an archive, or a video in it, is rejected. */
export const ARCHIVES = storedMessages('archives', {
  FAILED: 'Something went wrong. Please try again. Nothing will be sent twice.',
  IMPORT_FAILED: 'Something went wrong. Please try again. Nothing will be imported twice.',
  TOO_LARGE: "It's larger than 300 MB.",
  FILE_TOO_LARGE: 'Its file is larger than 300 MB.',
  WRONG_VALUE: 'Please enter a valid value for {0}.',
  UNREADABLE: "Couldn't read the archive's details about it.",
  NO_CREATOR: 'Only content creators can upload videos.',
  NAME_TAKEN: "It looks like someone else's name here.",
});

/** Why an archive's metadata of a video can't be used for an upload. */
export const whyInvalid = ({ issues: [first] }: z.ZodError): StoredMessage =>
  ARCHIVES.WRONG_VALUE(first?.path.join('.') ?? '');

/** Why an upload was rejected; `otherwise` where that has no code that is stored. */
export const whyRejected = ({ text }: { text: Message }, otherwise: StoredMessage): StoredMessage =>
  text instanceof StoredMessage ? text : otherwise;

const ZIP = Buffer.from('PK');
const MAX_FILE_NAME = 200;

/**
 * Stores a form's ZIP file (field `file`) under this key and returns its name. Throws 400, 413, 415, 507 and cleans up.
 */
export async function storeArchive(
  ctx: Context,
  request: FastifyRequest,
  { key, max }: { key: string; max: number },
): Promise<string | null> {
  const tooLarge = () =>
    fail(413, 'TOO_LARGE', msg`The file must be under ${Math.floor(max / 1024 ** 3)} GB.`);
  try {
    endWhenStalled(request);
    if (!request.isMultipart())
      throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the file as multipart/form-data.');
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > max + (1 << 20)) throw tooLarge();
    await requireSpace(ctx, 2 * length);
    for await (const part of readParts(request, { fileSize: max + 1, files: 1 })) {
      if (part.type !== 'file') continue;
      const abort = () => part.file.destroy(fail(400, 'GONE_AWAY', 'The upload was interrupted.'));
      request.raw.once('aborted', abort);
      const source: AsyncIterable<Buffer> = part.file;
      const { size } = await ctx.storage.write(key, enforceSpace(ctx, checkZip(source)), {
        ownsBuffers: true,
      });
      request.raw.off('aborted', abort);
      if (size > max) throw tooLarge();
      return lineFromOutside(part.filename, MAX_FILE_NAME);
    }
    throw noZip();
  } catch (error) {
    drain(request);
    await removeQuietly(ctx, [key]);
    throw explainWrite(error);
  }
}

const noZip = () => fail(415, 'NOT_A_ZIP', "Please choose an export's ZIP file.");

/** Throws 415 as soon as the first bytes are no ZIP file's. */
async function* checkZip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true;
  for await (const chunk of source) {
    if (first && !chunk.subarray(0, 2).equals(ZIP)) break;
    first = false;
    yield chunk;
  }
  if (first) throw noZip();
}

/**
 * Creates a submission from a video in an archive, with every check of an upload. Returns its id, immediately for a
 * retry under the same key. Throws as an upload does.
 */
export async function receiveVideo(
  ctx: Context,
  upload: { userId: number; size: number; idempotencyKey: string; fields: SubmissionFields },
  open: () => Promise<AsyncIterable<Buffer>>,
): Promise<number> {
  const { userId, size: length, idempotencyKey, fields } = upload;
  return await takeUpload(ctx, { userId, length, idempotencyKey, isBulk: true }, async (key) => {
    const stored = await ctx.storage.write(key, enforceSpace(ctx, checkIncoming(await open())));
    return { fields, stored, thumbnail: null };
  });
}
