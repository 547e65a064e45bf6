import { accounts, MAX_PROFILE_IMAGE } from '#contract/accounts.ts';
import type { Context } from '#server/app/context.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { readImage, workOnImage } from '#server/app/http/image-upload.ts';
import { profileImageUrl } from '#server/app/http/media-url.ts';
import { Readable } from 'node:stream';
import type { User } from '#server/app/http/sessions.ts';
import {
  displayNameTaken,
  listMyComments,
  readMe,
  replaceProfileImage,
  updateProfile,
} from './accounts.store.ts';
import { looksLikeMember, looksReserved } from './names.store.ts';

const IMAGES = { most: 30, seconds: 3600 };

/** The caller's own profile. */
export const profileRoutes: Routes = (route) => {
  route(accounts.me, async ({ ctx, user }) => readMe(ctx.db, user.id));

  route(accounts.update, async ({ ctx, user, body }) => {
    if (body.displayName && (await isForeignName(ctx, user, body.displayName))) throw displayNameTaken();
    await updateProfile(ctx.db, user.id, body);
    showChanges(ctx, user.id);
    return readMe(ctx.db, user.id);
  });

  route(accounts.setProfileImage, async ({ ctx, user, request }) => {
    ctx.rateLimits.take('profile-image', String(user.id), IMAGES);
    const bytes = await readImage(request, MAX_PROFILE_IMAGE);
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

/** Only admins may bear a name that speaks for the site. */
const isForeignName = async ({ db }: Context, { id, role }: User, name: string): Promise<boolean> =>
  (await looksLikeMember(db, name, id)) || (role !== 'GLOBAL_ADMIN' && (await looksReserved(db, name)));

/** A name or picture stands in lists that are kept: they are made anew. */
export function showChanges(ctx: Context, userId: number): void {
  ctx.sessions.forget(userId);
  for (const tag of ['videos', 'comments', 'community', 'creators']) ctx.cache.drop(tag);
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
