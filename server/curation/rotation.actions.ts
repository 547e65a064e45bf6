import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { arrangeRotation } from './rotation.rules.ts';
import { listPool, storeRotation } from './rotation.store.ts';

/** Computes the rotation and stores it; what shows it is dropped if it is another one. Gives its length. */
export async function rotate(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const ids = arrangeRotation(await listPool(ctx.db), now);
  await transact(ctx.db, async (trx) => {
    if (await storeRotation(trx, ids, now)) await ctx.cache.dropIn(trx, 'videos');
  });
  return ids.length;
}

/** The same at an admin's wish, noted. */
export async function reloadRotation(ctx: Context, admin: User): Promise<number> {
  const videos = await rotate(ctx);
  ctx.cache.drop('videos');
  await audit(ctx.db, admin, {
    action: 'rotation.reload',
    subjectType: 'site',
    subjectId: null,
    after: { videos },
  });
  return videos;
}
