import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { workOnImage } from '#server/app/http/image-upload.ts';
import { profileImageUrl } from '#server/app/http/media-url.ts';
import { replaceProfileImage } from './accounts.store.ts';

/** Gives the address of the new picture; the files of the one before go. Throws 415 unless it is one. */
export async function setProfileImage(ctx: Context, userId: number, bytes: Buffer): Promise<string> {
  const folder = `avatars/${userId}/${ctx.random.bytes(12).toString('hex')}`;
  await storeImage(ctx, bytes, folder);
  await replace(ctx, userId, folder);
  return profileImageUrl(folder) ?? '';
}

export const removeProfileImage = (ctx: Context, userId: number) => replace(ctx, userId, null);

async function replace(ctx: Context, userId: number, folder: string | null): Promise<void> {
  const before = await replaceProfileImage(ctx.db, userId, folder);
  if (before) await ctx.storage.removePrefix(before);
  showChanges(ctx, userId);
}

/** A name or picture stands in lists that are kept: they are made anew. */
export function showChanges(ctx: Context, userId: number): void {
  ctx.sessions.forget(userId);
  for (const tag of ['videos', 'comments', 'community', 'creators'] as const) ctx.cache.drop(tag);
}

async function storeImage(ctx: Context, bytes: Buffer, folder: string): Promise<void> {
  try {
    const sizes = await workOnImage(() => ctx.media.squareImage(bytes));
    await Promise.all(
      sizes.map(({ size, data }) => ctx.storage.write(`${folder}/${size}.webp`, Readable.from([data]))),
    );
  } catch (error) {
    await ctx.storage.removePrefix(folder);
    throw error;
  }
}
