import { sql } from 'kysely';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';

/** Of a large index the words of so many things are counted, and the others inferred. */
const COUNTED = 50_000;
/** A rank that is off by less changes no order that anybody would notice. */
const NOTICED = 6;

/** The tokens of a sample of things, of a small index of all; and which share of them that is. */
export async function sampleTokens(db: Db): Promise<{ tokens: number[][]; share: number }> {
  const { rows: sizes } = await sql<{ size: number }>`
    select greatest(reltuples, 0)::bigint as size from pg_class where oid = 'search_docs'::regclass`.execute(
    db,
  );
  const share = Math.min(1, COUNTED / Math.max(1, sizes[0]?.size ?? 0));
  const { rows } = await sql<{ tokens: number[] }>`
    select tokens || spoken as tokens from search_docs tablesample system (${share * 100})`.execute(db);
  return { tokens: rows.map(({ tokens }) => tokens), share };
}

/** The next known words, with how many things of each kind hold them as last counted. */
export async function nextWords(
  db: Db,
  after: string,
  most: number,
): Promise<{ word: string; hash: number; docs: number[] }[]> {
  const { rows } = await sql<{ word: string; hash: number; docs: number[] }>`
    select word, search_hash(word) as hash, docs from search_words where word > ${after} order by word limit ${most}`.execute(
    db,
  );
  return rows;
}

export async function noteCounts(db: Db, counts: { word: string; docs: number[] }[]): Promise<void> {
  await sql`
    update search_words w set docs = new.docs::int[]
    from unnest(${counts.map(({ word }) => word)}::text[], ${counts.map(({ docs }) => `{${docs.join()}}`)}::text[]) new(word, docs)
    where w.word = new.word`.execute(db);
}

/** Forgets those of these words whose tokens nothing holds. */
export async function forgetWords(trx: DbOrTrx, words: { word: string; tokens: number[] }[]): Promise<void> {
  await sql`
    delete from search_words w
    using unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ tokens }) => `{${tokens.join()}}`)}::text[]) old(word, tokens)
    where w.word = old.word and not exists (select from search_docs d where (d.tokens || d.spoken) && old.tokens::int[])`.execute(
    trx,
  );
}

/** So many rows are written by one statement, which has to end in time. */
const RANKED = 5000;

/** Counts move on: the ranks of what was watched, liked and written of late. */
export async function refreshRanks(db: Db): Promise<void> {
  const moves = [
    sql`select 1 as kind, s.id, s.rank from searchable_videos s
      where s.id in (select video_id from video_days where day >= current_date - 1)`,
    sql`select 3 as kind, s.id, s.rank from searchable_posts s join posts p on p.id = s.id
      where p.created_at > now() - interval '30 days'`,
    sql`select 2 as kind, uploader_id as id, (64 * log(2, 1 + sum(10 + like_count)))::int as rank from videos
      where is_public and uploader_id is not null group by uploader_id`,
  ];
  for (const now of moves) {
    for (let updated = RANKED; updated === RANKED;) {
      const { numAffectedRows } = await sql`
        update search_docs d set rank = moved.rank from (
          select now.kind, now.id, now.rank from (${now}) now join search_docs d on d.kind = now.kind and d.id = now.id
          where abs(d.rank - now.rank) >= ${NOTICED} limit ${RANKED}) moved
        where d.kind = moved.kind and d.id = moved.id`.execute(db);
      updated = Number(numAffectedRows ?? 0);
    }
  }
}

const FILLED = 'search filled 2';

/** Whether everything was written once. */
export async function isFilled(db: Db): Promise<boolean> {
  const fact = await db.selectFrom('site_facts').select('name').where('name', '=', FILLED).executeTakeFirst();
  return fact !== undefined;
}

export async function noteFilled(db: Db): Promise<void> {
  await db
    .insertInto('site_facts')
    .values({ name: FILLED, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
