import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { createUser, replaceProfileImage, type NewUser } from './accounts.store.ts';

/**
 * A person of the sample content with a profile picture. Without password and address, sign-in is impossible.
 */
export async function createSamplePerson(
  ctx: Pick<Context, 'db' | 'random' | 'media' | 'storage'>,
  person: Pick<NewUser, 'username' | 'displayName' | 'bio' | 'role'>,
  image: Buffer,
): Promise<number> {
  const sizes = await ctx.media.squareImage(image);
  return transact(ctx.db, async (trx) => {
    const id = await createUser(trx, { ...person, email: null, passwordHash: null });
    const folder = `avatars/${id}/${ctx.random.bytes(12).toString('hex')}`;
    await Promise.all(
      sizes.map(({ size, data }) => ctx.storage.write(`${folder}/${size}.webp`, Readable.from([data]))),
    );
    await replaceProfileImage(trx, id, folder);
    return id;
  });
}
