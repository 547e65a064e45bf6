import { sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';

/** What a moderator does to a post. True if it changed something. */
export async function setPostHidden(trx: DbOrTrx, id: number, hidden: boolean): Promise<boolean> {
  const done = await trx
    .updateTable('posts')
    .set({ hidden_at: hidden ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('hidden_at', hidden ? 'is' : 'is not', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export async function setPostHeld(trx: DbOrTrx, id: number, held: boolean): Promise<boolean> {
  const done = await trx
    .updateTable('posts')
    .set({ held_at: held ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('held_at', held ? 'is' : 'is not', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
