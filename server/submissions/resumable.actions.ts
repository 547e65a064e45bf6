import type { Readable } from 'node:stream';
import { MAX_UPLOAD, UploadFields } from '#contract/submissions/submissions.ts';
import { SNIFF_BYTES } from '#server/adapters/media/sniff.ts';
import type { Context } from '#server/app/context.ts';
import { fail, HttpError, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { checkHead } from './incoming.ts';
import { requireSpace } from './quota.ts';
import { originalKey, randomName, receiveSubmission, removeQuietly } from './receive.actions.ts';
import { recoverOutcome } from './uploads.actions.ts';
import { addPart, deleteUpload, findUpload, finishUpload } from './uploads.store.ts';

/** So much is lost at most when this process is killed. */
const PIECE = 8 << 20;

const behind = () =>
  fail(409, 'WRONG_OFFSET', 'This upload continued on another connection. Request the current offset.');

/**
 * Stores the body piece by piece and records each one; a broken connection loses nothing that arrived before. Returns
 * the new offset.
 */
export async function storePieces(
  ctx: Context,
  { id, from, maxBytes, source }: { id: string; from: number; maxBytes: number; source: Readable },
): Promise<number> {
  const incoming = takeUntilBroken(source, maxBytes)[Symbol.asyncIterator]();
  let offset = from;
  for (let rest: Buffer | null = null; ;) {
    const piece = new PieceReader(incoming, rest, offset === 0);
    const key = `uploads/${id}/${String(offset).padStart(10, '0')}-${randomName(ctx).slice(0, 12)}`;
    await requireSpace(ctx, PIECE);
    const { size } = await ctx.storage.write(key, piece.read(PIECE), { ownsBuffers: true });
    if (size === 0 || !(await addPart(ctx.db, id, offset, { key, size }, new Date(ctx.clock.now())))) {
      await removeQuietly(ctx, [key]);
      if (size === 0) return offset;
      throw behind();
    }
    offset += size;
    if (piece.ended) return offset;
    rest = piece.rest;
  }
}

/** Cuts a stream into pieces; what of a chunk belongs to the next one is `rest`. */
class PieceReader {
  ended = false;
  rest: Buffer | null;
  private readonly incoming: AsyncIterator<Buffer>;
  private readonly first: boolean;

  constructor(incoming: AsyncIterator<Buffer>, rest: Buffer | null, first: boolean) {
    this.incoming = incoming;
    this.rest = rest;
    this.first = first;
  }

  async *read(size: number): AsyncGenerator<Buffer> {
    let head: Buffer | null = this.first ? Buffer.alloc(0) : null;
    for (let left = size; left > 0;) {
      const chunk = await this.next();
      if (!chunk) break;
      const taken = chunk.subarray(0, left);
      this.rest = chunk.length > left ? chunk.subarray(left) : null;
      left -= taken.length;
      if (head === null) {
        yield taken;
        continue;
      }
      head = Buffer.concat([head, taken]);
      if (head.length < SNIFF_BYTES) continue;
      checkHead(head);
      yield head;
      head = null;
    }
    if (head?.length) yield head;
  }

  private async next(): Promise<Buffer | null> {
    if (this.rest) {
      const { rest } = this;
      this.rest = null;
      return rest;
    }
    const { value, done } = await this.incoming.next();
    if (done) this.ended = true;
    return done ? null : value;
  }
}

/** A request's bytes, at most `maxBytes`; a connection that breaks is an end like any other. */
async function* takeUntilBroken(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let left = maxBytes;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (left <= 0) return;
      yield chunk.length > left ? chunk.subarray(0, left) : chunk;
      left -= chunk.length;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /ECONNRESET|ABORT|PREMATURE/.test(String(error.code))))
      throw error;
  }
}

/** All of it came: the pieces become one file and that a submission, as every upload does. */
export async function completeUpload(ctx: Context, id: string, user: User): Promise<number> {
  const upload = await findUpload(ctx.db, id, user.id);
  if (!upload) throw notFound('This upload');
  if (upload.video_id !== null) return upload.video_id;
  const fields = UploadFields.parse(upload.fields);
  const key = originalKey(ctx);
  const receive = async (): Promise<number> => {
    const stored = await ctx.storage.write(key, joinParts(ctx, upload.parts, upload.bytes_total));
    if (stored.size > MAX_UPLOAD) throw new Error('an upload is larger than it may be');
    if (upload.bytes_total !== null && stored.size !== upload.bytes_total) throw changed();
    return receiveSubmission(ctx, {
      uploaderId: user.id,
      fields,
      file: { key, ...stored, thumbnailKey: null },
      alongside: async (trx, upload) => {
        if (!(await finishUpload(trx, id, { videoId: upload, bytes: stored.size }))) throw behind();
      },
    });
  };
  const videoId = await receive().catch((error: unknown) => takeStock(ctx, { id, key, error }));
  await removeQuietly(ctx, upload.parts);
  return videoId;
}

/**
 * The result of an upload whose completion failed: it may exist after all, when the commit's response was lost or
 * another connection of this client was completing it.
 */
async function takeStock(
  ctx: Context,
  { id, key, error }: { id: string; key: string; error: unknown },
): Promise<number> {
  const videoId = await recoverOutcome(ctx, id, [key]);
  if (videoId !== null) return videoId;
  // no such file becomes a video by sending the rest again
  if (error instanceof HttpError && [403, 415, 422].includes(error.status))
    await removeQuietly(ctx, await deleteUpload(ctx.db, id));
  throw error;
}

const changed = () =>
  fail(422, 'CHANGED', "The upload doesn't match the original file. Please upload the video again.");

/** `total`: its size at most; anyone with write access to the store could replace the pieces later. */
async function* joinParts(ctx: Context, parts: string[], total: number | null): AsyncGenerator<Buffer> {
  let head = true;
  let size = 0;
  for (const part of parts) {
    const content = await ctx.storage.read(part);
    for await (const chunk of Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>)) {
      if (head) checkHead(chunk);
      head = false;
      size += chunk.length;
      if (total !== null && size > total) throw changed();
      yield chunk;
    }
  }
}
