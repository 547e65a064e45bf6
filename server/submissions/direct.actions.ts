import { buffer } from 'node:stream/consumers';
import { SNIFF_BYTES } from '#server/adapters/media/sniff.ts';
import type { Context } from '#server/app/context.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/sessions.ts';
import { checkHead } from './incoming.ts';
import { removeQuietly } from './receive.actions.ts';
import { behind, completeUpload, PIECE } from './resumable.actions.ts';
import { addPart, deleteUpload, findUpload } from './uploads.store.ts';

/** A piece on a slow line takes minutes. */
const ADDRESS_SECONDS = 900;

/** Where browsers put the pieces of uploads by themselves; null: they send them here. */
export const directStore = ({ settings, storage }: Context) =>
  settings.S3_PRESIGNED ? storage.direct : null;

/** One name for each place in an upload: who asks for its address again and again stores no more for that. */
export const directKey = (id: string, offset: number): string =>
  `uploads/${id}/${String(offset).padStart(10, '0')}-direct`;

/** Where the next piece of an own upload may be put, and how many bytes that have to be. Throws 404, 409. */
export async function addressPiece(
  ctx: Context,
  user: User,
  { id, offset }: { id: string; offset: number },
): Promise<{ url: string; size: number }> {
  const { total, received, videoId } = await findOwn(ctx, id, user);
  const store = directStore(ctx);
  if (!store) throw fail(409, 'NOT_DIRECT', 'Please send the bytes to this site.');
  if (videoId !== null || offset !== received || offset >= total) throw behind();
  const size = Math.min(PIECE, total - offset);
  const time = { from: new Date(ctx.clock.now()), seconds: ADDRESS_SECONDS };
  return { url: await store.writeUrl(directKey(id, offset), size, time), size };
}

/**
 * Takes a piece that was put into the store as one that came here: what is there counts, not what its sender says. The
 * same call again tells the same. Throws 404, 409, 415.
 */
export async function takePiece(
  ctx: Context,
  user: User,
  { id, offset }: { id: string; offset: number },
): Promise<{ offset: number; submissionId: number | null }> {
  const upload = await findOwn(ctx, id, user);
  let { received, videoId } = upload;
  if (videoId === null && offset === received && offset < upload.total) {
    const size = Math.min(PIECE, upload.total - offset);
    await inspectPiece(ctx, { id, offset, size });
    const part = { key: directKey(id, offset), size };
    if (!(await addPart(ctx.db, id, offset, part, new Date(ctx.clock.now())))) throw behind();
    received += size;
  }
  if (offset >= received) throw behind();
  if (received === upload.total) videoId ??= await completeUpload(ctx, id, user);
  return { offset: received, submissionId: videoId };
}

/** Throws 409 and takes it away where it isn't what was asked for; 415 where no video begins like this. */
async function inspectPiece(
  ctx: Context,
  { id, offset, size }: { id: string; offset: number; size: number },
): Promise<void> {
  const key = directKey(id, offset);
  const facts = await ctx.storage.stat(key);
  if (facts?.size !== size) {
    await removeQuietly(ctx, [key]);
    throw fail(409, 'NOT_THERE', `There are not exactly ${size} bytes at the address of this piece.`);
  }
  if (offset > 0) return;
  const head = await ctx.storage.read(key, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 });
  try {
    checkHead(Buffer.isBuffer(head) ? head : await buffer(head));
  } catch (error) {
    await removeQuietly(ctx, [...(await deleteUpload(ctx.db, id)), key]);
    throw error;
  }
}

async function findOwn(ctx: Context, id: string, user: User) {
  const upload = await findUpload(ctx.db, id, user.id);
  if (!upload?.bytes_total) throw notFound('This upload');
  return { total: upload.bytes_total, received: upload.bytes_received, videoId: upload.video_id };
}
