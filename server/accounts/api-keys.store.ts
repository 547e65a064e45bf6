import type { DbOrTrx } from '#server/app/database/database.ts';

/** Revokes all API keys of a person; returns their names, oldest first. */
export async function dropKeys(trx: DbOrTrx, userId: number): Promise<string[]> {
  const keys = await trx
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .returning(['id', 'name'])
    .execute();
  return keys.toSorted((a, b) => a.id - b.id).map(({ name }) => name);
}
