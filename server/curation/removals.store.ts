import type { Db, Trx } from '#server/app/database/database.ts';

/** Notes files that storage has to let go of; gives the note's id. */
export async function addRemoval(trx: Trx, files: { keys: string[]; prefixes: string[] }): Promise<number> {
  const { id } = await trx
    .insertInto('file_removals')
    .values(files)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findRemoval(
  db: Db,
  id: number,
): Promise<{ keys: string[]; prefixes: string[] } | null> {
  const row = await db
    .selectFrom('file_removals')
    .where('id', '=', id)
    .select(['keys', 'prefixes'])
    .executeTakeFirst();
  return row ?? null;
}

export async function forgetRemoval(db: Db, id: number): Promise<void> {
  await db.deleteFrom('file_removals').where('id', '=', id).execute();
}
