import { sql } from 'kysely';
import { z } from 'zod';
import { MAX_BLOCKS, MAX_MUTED_TERMS, type ListedPerson, type MutedTerm } from '#contract/blocks/blocks.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import { sqlBooleans, sqlRows } from '#server/app/database/read-rows.ts';

/** A user's list of other users: its table, its owner and its members. */
const LISTS = {
  blocks: { owner: 'blocker_id', other: 'blocked_id' },
  mutes: { owner: 'muter_id', other: 'muted_id' },
} as const;
export type List = keyof typeof LISTS;

/** Null: no such user. */
export async function findPerson(db: DbOrTrx, username: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

const ListedRow = z.object({
  username: z.string(),
  display_name: z.string().nullable(),
  profile_image: z.string().nullable(),
  created_at: z.date(),
});

async function listPeople(db: Db, list: List, userId: number): Promise<ListedPerson[]> {
  const { owner, other } = LISTS[list];
  const rows = await sqlRows(ListedRow)`
    select u.username, u.display_name, u.profile_image, l.created_at
    from ${sql.table(list)} l join users u on u.id = l.${sql.ref(other)}
    where l.${sql.ref(owner)} = ${userId} order by l.created_at desc, u.id limit ${MAX_BLOCKS}`.execute(db);
  return rows.map((row) => ({
    username: row.username,
    displayName: row.display_name,
    profileImageUrl: profileImageUrl(row.profile_image),
    createdAt: row.created_at.toISOString(),
  }));
}

export const listBlocks = (db: Db, userId: number) => listPeople(db, 'blocks', userId);
export const listMutes = (db: Db, userId: number) => listPeople(db, 'mutes', userId);

/** Idempotent. The list's owner has to be locked. False: it is full. */
export async function addToList(trx: Trx, list: List, userId: number, other: number): Promise<boolean> {
  const columns = LISTS[list];
  const [owner, listed] = [sql.ref(columns.owner), sql.ref(columns.other)];
  const [isThere] = await sqlBooleans`
    with added as (
      insert into ${sql.table(list)} (${owner}, ${listed})
      select ${userId}::bigint, ${other}::bigint
      where (select count(*) from ${sql.table(list)} where ${owner} = ${userId}) < ${MAX_BLOCKS}
      on conflict do nothing returning true
    )
    select exists (select from added)
      or exists (select from ${sql.table(list)} where ${owner} = ${userId} and ${listed} = ${other}) as is_there`.execute(
    trx,
  );
  return isThere === true;
}

export async function removeFromList(db: Db, list: List, userId: number, other: number): Promise<void> {
  const { owner, other: listed } = LISTS[list];
  await sql`delete from ${sql.table(list)} where ${sql.ref(owner)} = ${userId} and ${sql.ref(listed)} = ${other}`.execute(
    db,
  );
}

export async function listMutedTerms(db: DbOrTrx, userId: number): Promise<MutedTerm[]> {
  const rows = await db
    .selectFrom('muted_words')
    .select(['word', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy(sql`lower(word)`)
    .execute();
  return rows.map(({ word, created_at: at }) => ({ word, createdAt: at.toISOString() }));
}

const StoredWord = z.object({ word: z.string(), created_at: z.date() });

/** One that finds the same is the same. Whose list it is has to be locked. Null: it is full. */
export async function addMutedTerm(trx: Trx, userId: number, word: string): Promise<MutedTerm | null> {
  const [row] = await sqlRows(StoredWord)`
    with added as (
      insert into muted_words (user_id, word) select ${userId}::bigint, ${word}
      where (select count(*) from muted_words where user_id = ${userId}) < ${MAX_MUTED_TERMS}
      on conflict do nothing returning word, created_at
    )
    select word, created_at from added
    union all
    select word, created_at from muted_words where user_id = ${userId} and tokens is not distinct from sought_tokens(${word})`.execute(
    trx,
  );
  return row ? { word: row.word, createdAt: row.created_at.toISOString() } : null;
}

export async function removeMutedTerm(db: Db, userId: number, word: string): Promise<boolean> {
  const { rows } = await sql`
    delete from muted_words where user_id = ${userId} and tokens is not distinct from sought_tokens(${word}) returning word`.execute(
    db,
  );
  return rows.length > 0;
}
