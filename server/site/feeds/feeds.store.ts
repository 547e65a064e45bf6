import type { Db } from '#server/app/database/database.ts';

/** When a video's texts or picture changed after its publication, by its id. */
export async function listEdits(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('videos')
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('edited_at', '>', ({ fn }) => fn.coalesce('approved_at', 'created_at'))
    .select(['id', 'edited_at'])
    .execute();
  return new Map(rows.map(({ id, edited_at: at }) => [id, at?.toISOString() ?? '']));
}
