import type { StoredMessage } from '#contract/text/message.ts';
import { Readable } from 'node:stream';
import { ARCHIVES, whyRejected } from '#server/submissions/archives.actions.ts';
import type { Context } from '#server/app/context.ts';
import { afterCommit, transact, type Trx } from '#server/app/database/database.ts';
import { HttpError } from '#server/app/http/errors.ts';
import { workOnImage } from '#server/app/http/files/image-upload.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import { readMe, readRole, replaceProfileImage, updateProfile } from '../accounts.store.ts';
import { isForeignName } from '../names.store.ts';
import { removeLater } from '#server/submissions/receive.actions.ts';

/** Gives the address of the new picture; the files of the one before go. Throws 415 unless it is one. */
export async function setProfileImage(ctx: Context, userId: number, bytes: Buffer): Promise<string> {
  const folder = `avatars/${userId}/${ctx.random.bytes(12).toString('hex')}`;
  await storeImage(ctx, bytes, folder);
  try {
    await replace(ctx, userId, folder);
  } catch (error) {
    await ctx.storage.removePrefix(folder);
    throw error;
  }
  return profileImageUrl(folder) ?? '';
}

export const removeProfileImage = (ctx: Context, userId: number) => replace(ctx, userId, null);

async function replace(ctx: Context, userId: number, folder: string | null): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const before = await replaceProfileImage(trx, userId, folder);
    if (before) await removeLater(ctx, trx, { prefixes: [before] });
    await showChanges(ctx, trx, userId);
  });
}

/** Changes what is given of an account's own profile. */
export async function changeProfile(
  ctx: Context,
  userId: number,
  changes: Parameters<typeof updateProfile>[2],
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await updateProfile(trx, userId, changes);
    await showChanges(ctx, trx, userId);
  });
}

/** Drops cached responses that show a name or picture, and the person's cached sessions. */
export async function showChanges({ cache, sessions }: Context, trx: Trx, userId: number): Promise<void> {
  await cache.dropIn(trx, 'videos', 'comments', 'community', 'creators');
  afterCommit(trx, () => sessions.forget(userId));
}

/** What a profile may be filled in with. */
interface GivenProfile {
  displayName: string | null;
  bio: string | null;
  picture: Buffer | null;
}

/** Fills in the empty fields of a profile and returns which. Invalid values are passed to `leaveOut`. */
export async function fillProfile(
  ctx: Context,
  userId: number,
  { displayName, bio, picture }: GivenProfile,
  leaveOut: (what: string, why: StoredMessage) => void,
): Promise<('display name' | 'bio' | 'picture')[]> {
  const me = await readMe(ctx.db, userId);
  const role = await readRole(ctx.db, userId);
  if (!me || !role) return [];
  const filled: ('display name' | 'bio' | 'picture')[] = [];
  if (displayName && !me.displayName) {
    if (await isForeignName(ctx.db, displayName, { id: userId, role }))
      leaveOut('Display name', ARCHIVES.NAME_TAKEN());
    else filled.push('display name');
  }
  if (bio && !me.bio) filled.push('bio');
  await transact(ctx.db, async (trx) => {
    await updateProfile(trx, userId, {
      ...(filled.includes('display name') && { displayName }),
      ...(filled.includes('bio') && { bio }),
    });
    await showChanges(ctx, trx, userId);
  });
  if (picture && !me.profileImageUrl)
    try {
      await setProfileImage(ctx, userId, picture);
      filled.push('picture');
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      leaveOut('Profile picture', whyRejected(error, ARCHIVES.IMPORT_FAILED()));
    }
  return filled;
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
