import { sql } from 'kysely';
import { MAX_KEYS, type ApiKey } from '#contract/api-keys/api-keys.ts';
import type { KeyScope } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/app/database/database.ts';

interface Row {
  id: number;
  name: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}
const SHOWN = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;

const toKey = (row: Row): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as KeyScope[],
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export async function listKeys(db: Db, userId: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .select(SHOWN)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toKey);
}

interface NewKey {
  userId: number;
  name: string;
  hash: Buffer;
  scopes: KeyScope[];
  now: Date;
  expiresAt: Date;
}

/** Null: this person has as many as one can. */
export async function insertKey(trx: Trx, key: NewKey): Promise<ApiKey | null> {
  const { userId, name, hash, scopes, now, expiresAt } = key;
  const { rows } = await sql<Row>`
    insert into api_keys (user_id, name, token_hash, scopes, created_at, expires_at)
    select ${userId}::bigint, ${name}, ${hash}, ${scopes}, ${now}, ${expiresAt}
    where (select count(*) from api_keys where user_id = ${userId}) < ${MAX_KEYS}
    returning id, name, scopes, created_at, expires_at, last_used_at`.execute(trx);
  return rows[0] ? toKey(rows[0]) : null;
}

/** Its name; null: no such key of this person's. */
export async function deleteKey(trx: Trx, userId: number, id: number): Promise<string | null> {
  const deleted = await trx
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name ?? null;
}

export async function deleteKeysOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('api_keys').where('user_id', '=', userId).execute();
}
