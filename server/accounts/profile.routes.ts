import { accounts, PROFILE_IMAGE_MOST } from '#contract/accounts.ts';
import { MediaRefusal } from '#server/adapters/media/refusal.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/errors.ts';
import type { Routes } from '#server/app/handle.ts';
import { profileImageUrl } from '#server/app/media-url.ts';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { listMyComments, readMe, replaceProfileImage, updateProfile } from './accounts.store.ts';
import { createGate } from './passwords.ts';

const IMAGES = { most: 30, seconds: 3600 };
const tooLarge = () => fail(413, 'TOO_LARGE', 'Please choose an image up to 10 MB.');
/** Pictures of 40 million pixels take memory: two at a time. */
const gate = createGate(2, 30);

/** The caller's own profile. */
export const profileRoutes: Routes = (route) => {
  route(accounts.me, async ({ ctx, user }) => readMe(ctx.db, user.id));

  route(accounts.update, async ({ ctx, user, body }) => {
    await updateProfile(ctx.db, user.id, body);
    showChanges(ctx, user.id);
    return readMe(ctx.db, user.id);
  });

  route(accounts.setProfileImage, async ({ ctx, user, request }) => {
    ctx.limits.take('profile-image', String(user.id), IMAGES);
    const bytes = await readImage(request);
    const folder = `avatars/${user.id}/${ctx.random.bytes(12).toString('hex')}`;
    await storeImage(ctx, bytes, folder);
    const before = await replaceProfileImage(ctx.db, user.id, folder);
    if (before) await ctx.storage.removePrefix(before);
    showChanges(ctx, user.id);
    return { profileImageUrl: profileImageUrl(folder) ?? '' };
  });

  route(accounts.removeProfileImage, async ({ ctx, user }) => {
    const before = await replaceProfileImage(ctx.db, user.id, null);
    if (before) await ctx.storage.removePrefix(before);
    showChanges(ctx, user.id);
  });

  route(accounts.comments, async ({ ctx, user, query, reply }) => {
    const { comments, nextCursor } = await listMyComments(ctx.db, user.id, query.cursor);
    if (nextCursor) void reply.header('x-next-cursor', nextCursor);
    return comments;
  });
};

/** A name or picture stands in lists that are kept: they are made anew. */
export function showChanges(ctx: Context, userId: number): void {
  ctx.sessions.forget(userId);
  for (const tag of ['videos', 'comments', 'community', 'creators']) ctx.cache.drop(tag);
}

async function readImage(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw fail(415, 'WRONG_MEDIA_TYPE', 'Please send the image as multipart/form-data.');
  const part = await request.file({ limits: { fileSize: PROFILE_IMAGE_MOST, files: 1 } });
  if (!part || part.fieldname !== 'file') {
    part?.file.resume();
    throw fail(400, 'INVALID_INPUT', 'Please choose an image.', {
      fields: { file: 'Please choose an image.' },
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated) throw tooLarge();
  if (!chunks.length)
    throw fail(400, 'INVALID_INPUT', 'The image is empty.', { fields: { file: 'The image is empty.' } });
  return Buffer.concat(chunks);
}

async function storeImage(ctx: Context, bytes: Buffer, folder: string): Promise<void> {
  try {
    const sizes = await gate(() => ctx.media.squareImage(bytes));
    await Promise.all(
      sizes.map(({ size, data }) => ctx.storage.write(`${folder}/${size}.webp`, Readable.from([data]))),
    );
  } catch (error) {
    await ctx.storage.removePrefix(folder);
    if (error instanceof MediaRefusal)
      throw fail(415, 'NOT_AN_IMAGE', error.message, { fields: { file: error.message } });
    throw error;
  }
}
