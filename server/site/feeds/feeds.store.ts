import type { Db } from '#server/app/database/database.ts';

/** When the words or the picture of a video changed after it came out, by its id. */
export async function listEdits(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('videos')
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('edited_at', '>', ({ fn }) => fn.coalesce('approved_at', 'created_at'))
    .select(['id', 'edited_at'])
    .execute();
  return new Map(rows.map(({ id, edited_at: at }) => [id, at?.toISOString() ?? '']));
}
