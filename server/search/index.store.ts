import { sql } from 'kysely';
import type { Db } from '#server/app/database/database.ts';
import { KINDS } from './search.rules.ts';

/** Tables that are searched. */
export const PARTS = ['users', 'videos', 'posts', 'comments', 'products'] as const;
export type Part = (typeof PARTS)[number];

/** Things whose rows are written together: so many wait for each other at most. */
export const BATCH = 200;
/** Of a large index the words of so many things are counted, and the others inferred. */
const COUNTED = 100_000;
/** A rank that is off by less changes no order that anybody would notice. */
const NOTICED = 6;

/** Writes the rows of the next things of a table; the id to go on after, null at the end. */
export async function refill(db: Db, part: Part, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select search_refill(${part}, ${after}, ${BATCH}) as last`.execute(db);
  return rows[0]?.last ?? null;
}

/** About how many rows a table has. */
export async function sizeOf(db: Db, part: Part): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select greatest(reltuples, 0)::bigint as size from pg_class where oid = ${part}::regclass`.execute(db);
  return rows[0]?.size ?? 0;
}

/** Rows of things that are gone altogether, should any be left. */
export async function dropOrphans(db: Db): Promise<void> {
  await sql`delete from search_docs d where
    (kind = 1 and not exists (select from videos where videos.id = d.id))
    or (kind = 2 and not exists (select from users where users.id = d.id))
    or (kind = 3 and d.id > 0 and not exists (select from posts where posts.id = d.id))
    or (kind = 3 and d.id < 0 and not exists (select from comments where comments.id = -d.id))
    or (kind = 4 and not exists (select from products where products.id = d.id))`.execute(db);
}

/** Notes how many things hold each word, where that changed by more than a quarter, and forgets words that nothing holds. */
export async function countWords(db: Db): Promise<void> {
  const { rows } = await sql<{ size: number }>`
    select greatest(reltuples, 0)::bigint as size from pg_class where oid = 'search_docs'::regclass`.execute(
    db,
  );
  const share = Math.min(1, COUNTED / Math.max(1, rows[0]?.size ?? 0));
  const codes = Object.values(KINDS).flatMap((kind) => [1, 2, 3].map((field) => [kind, kind * 10 + field]));
  await sql`
    with counted as materialized (
      select token, count(*) / ${share}::float8 as n
      from search_docs tablesample system (${share * 100}), unnest(tokens) token group by token
    ), codes as (
      select (pair ->> 0)::int as kind, (pair ->> 1)::int as code from jsonb_array_elements(${JSON.stringify(codes)}::jsonb) pair
    ), summed as (
      select word, kind, sum(n)::int as n
      from search_words, codes, counted where counted.token = search_token(search_hash(word), code) group by word, kind
    ), docs as (
      select word, array[coalesce(sum(n) filter (where kind = 1), 0), coalesce(sum(n) filter (where kind = 2), 0),
        coalesce(sum(n) filter (where kind = 3), 0), coalesce(sum(n) filter (where kind = 4), 0)]::int[] as docs
      from summed group by word
    )
    update search_words w set docs = d.docs from docs d where d.word = w.word and (
      abs(d.docs[1] - w.docs[1]) * 4 > w.docs[1] or abs(d.docs[2] - w.docs[2]) * 4 > w.docs[2]
      or abs(d.docs[3] - w.docs[3]) * 4 > w.docs[3] or abs(d.docs[4] - w.docs[4]) * 4 > w.docs[4])`.execute(
    db,
  );
  if (share < 1) return;
  await sql`
    with held as materialized (select distinct token from search_docs, unnest(tokens) token),
    codes as (select (pair ->> 1)::int as code from jsonb_array_elements(${JSON.stringify(codes)}::jsonb) pair)
    delete from search_words w where not exists (
      select from codes join held on held.token = search_token(search_hash(w.word), code))`.execute(db);
}

/** Counts move on: the ranks of what was watched, liked and written of late. */
export async function refreshRanks(db: Db): Promise<void> {
  await sql`
    update search_docs d set rank = s.rank from searchable_videos s
    where d.kind = 1 and d.id = s.id and abs(d.rank - s.rank) >= ${NOTICED}
      and s.id in (select video_id from video_days where day >= current_date - 1)`.execute(db);
  await sql`
    update search_docs d set rank = s.rank from searchable_posts s join posts p on p.id = s.id
    where d.kind = 3 and d.id = s.id and abs(d.rank - s.rank) >= ${NOTICED} and p.created_at > now() - interval '30 days'`.execute(
    db,
  );
  await sql`
    with liked as (
      select uploader_id as id, sum(10 + like_count) as n from videos where is_public and uploader_id is not null group by 1
    )
    update search_docs d set rank = (64 * log(2, 1 + liked.n))::int from liked
    where d.kind = 2 and d.id = liked.id and abs(d.rank - (64 * log(2, 1 + liked.n))::int) >= ${NOTICED}`.execute(
    db,
  );
}

const FILLED = 'search filled';

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
