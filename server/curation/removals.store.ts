import type { Db } from '#server/app/database/database.ts';

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
