import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { KINDS, type Kind } from './query.rules.ts';
import { sqlColumn, sqlNumbers, sqlRows } from '#server/app/database/read-rows.ts';

/** Tables that are searched, usually the largest first, each with its number in `search_pending`. */
export const PARTS = { videos: 1, posts: 3, comments: 5, users: 2, products: 4 } as const;
export type Part = keyof typeof PARTS;
export const ALL_PARTS = Object.keys(PARTS) as Part[];

/** In `search_pending`: a video whose comments became searchable, or stopped being so. */
export const COMMENTS_OF_A_VIDEO = 6;

/** The kind of result that a part's rows belong to. */
const KIND_OF: Record<Part, Kind> = {
  users: 'people',
  videos: 'videos',
  posts: 'posts',
  comments: 'posts',
  products: 'products',
};

/** Only one writer per part at a time, so that none overwrites rows with older data. */
export async function lockIndex(trx: Trx, patience: number, parts: Part[] = ALL_PARTS): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${patience}ms`}, true)`.execute(trx);
  // always in the same order, so that two writers of several parts don't wait for each other
  for (const part of ALL_PARTS.filter((each) => parts.includes(each)))
    await sql`select pg_advisory_xact_lock(hashtext('search index'), ${PARTS[part]})`.execute(trx);
}

const Pending = z.object({ part: z.number(), id: z.number() });

/** Removes entries from the list of pending changes. */
export async function takePending(trx: Trx, most: number): Promise<{ part: number; id: number }[]> {
  return await sqlRows(Pending)`
    delete from search_pending where ctid = any(array(select ctid from search_pending limit ${most})) returning part, id`.execute(
    trx,
  );
}

/** Notes the comments of these videos as changed. */
export async function markCommentsStale(trx: Trx, videos: number[]): Promise<void> {
  await sql`
    insert into search_pending select ${PARTS.comments}, c.id from comments c
    where c.video_id = any(${videos}::bigint[]) and c.hidden_at is null and c.deleted_at is null`.execute(
    trx,
  );
}

/** Whether any changed row is not indexed yet. */
export async function isAnyPending(db: DbOrTrx): Promise<boolean> {
  const { rows } = await sql`select from search_pending limit 1`.execute(db);
  return rows.length > 0;
}

/** The people among these who have no row yet. */
export async function findUnknownPeople(
  trx: Trx,
  part: 'videos' | 'posts',
  ids: number[],
): Promise<number[]> {
  if (!ids.length) return [];
  const author = part === 'videos' ? sql`uploader_id` : sql`author_id`;
  return await sqlNumbers`
    select distinct ${author} as id from ${sql.table(part)} t where t.id = any(${ids}::bigint[]) and ${author} is not null
      and not exists (select from search_docs d where d.kind = 2 and d.id = t.${author})`.execute(trx);
}

/** Longer texts are cut: the rest would only fill the vocabulary. */
const MAX_TEXT = 6000;
const MAX_SPOKEN = 60_000;
/** Where each field starts in a vector, so that words of different fields are never adjacent. */
const vectorOf = (field: string, weight: 'A' | 'B' | 'C' | 'D', start: number): RawBuilder<unknown> =>
  sql`search_vector(left(s.${sql.ref(field)}, ${weight === 'D' ? MAX_SPOKEN : MAX_TEXT}), ${weight}, ${start})`;
const TITLE = vectorOf('title', 'A', 0);
const BODY = vectorOf('body', 'C', 3000);

/** id, rank and words of the searchable rows of a part. */
const DOCS: Record<Part, RawBuilder<unknown>> = {
  videos: sql`select s.id, s.rank, ${TITLE} || ${vectorOf('name', 'B', 2000)} || ${BODY} || ${vectorOf('spoken', 'D', 6000)} as words
    from searchable_videos s`,
  users: sql`select s.id, coalesce((select (64 * log(2, 1 + sum(10 + v.like_count)))::int from videos v
      where v.uploader_id = s.id and v.is_public), 0) as rank, ${TITLE} || ${BODY} as words from searchable_people s`,
  posts: sql`select s.id, s.rank, ${BODY} as words from searchable_posts s`,
  comments: sql`select s.id, s.rank, ${BODY} as words from searchable_comments s`,
  products: sql`select s.id, 0 as rank, ${TITLE} || ${BODY} as words from searchable_products s`,
};

/**
 * Updates the rows of some items and drops those that are no longer searchable; new words join the
 * vocabulary.
 */
export async function writeDocs(trx: Trx, part: Part, ids: number[]): Promise<void> {
  const kind = KINDS[KIND_OF[part]];
  const sign = part === 'comments' ? -1 : 1;
  await sql`
    with docs as materialized (${DOCS[part]} where s.id = any(${ids}::bigint[])),
    gone as (
      delete from search_docs where kind = ${kind} and id = any(${ids.map((id) => sign * id)}::bigint[])
        and ${sign} * id not in (select id from docs)),
    written as (
      insert into search_docs as d (kind, id, rank, words) select ${kind}, ${sign} * id, rank, words from docs
      on conflict (kind, id) do update set rank = excluded.rank, words = excluded.words
        where (d.rank, d.words) is distinct from (excluded.rank, excluded.words)),
    seen as materialized (select distinct lexeme as word from docs, unnest(docs.words)),
    unknown as materialized (
      select word from seen where not exists (select from search_words known where known.word = seen.word))
    insert into search_words (word, stems)
    select word, search_stems(word) from unknown where word ~ ${VOCABULARY} order by word
    on conflict do nothing`.execute(trx);
}

/** Words of three letters or more; no numbers, and no scripts written without spaces. */
const VOCABULARY =
  '^[^\\d\\u0E01-\\u0EDF\\u1000-\\u109F\\u1780-\\u17DD\\u3005-\\u30FF\\u31F0-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\U00020000-\\U0003FFFF]{3,39}$';

/** Every process refreshes its cached responses. */
export async function refreshCached(trx: Trx): Promise<void> {
  await sql`select search_changed('cache-refresh')`.execute(trx);
}

/** The next ids of a table. */
export async function nextIds(trx: Trx, part: Part, after: number, most: number): Promise<number[]> {
  return await sqlNumbers`
    select id from ${sql.table(part)} where id > ${after} order by id limit ${most}`.execute(trx);
}

/** About how many rows a table has. */
export async function sizeOf(db: Db, part: Part): Promise<number> {
  const [size] = await sqlNumbers`
    select greatest(reltuples, 0)::bigint as size from pg_class where oid = ${part}::regclass`.execute(db);
  return size ?? 0;
}

/**
 * Drops rows of deleted items, if any are left, from the next batch of a kind; returns the id to continue
 * after.
 */
export async function dropOrphans(db: Db, kind: Kind, after: number, most: number): Promise<number | null> {
  const [last = null] = await sqlColumn(z.number().nullable())`
    select max(id) as last from (
      select id from search_docs where kind = ${KINDS[kind]} and id > ${after} order by id limit ${most}) next`.execute(
    db,
  );
  if (last === null) return null;
  const [positive, negative] = ORPHANED[kind];
  await sql`delete from search_docs d where kind = ${KINDS[kind]} and id > ${after} and id <= ${last} and case when id > 0
    then not exists (select from ${sql.table(positive)} t where t.id = d.id)
    else not exists (select from ${sql.table(negative)} t where t.id = -d.id) end`.execute(db);
  return last;
}

const ORPHANED: Record<Kind, [Part, Part]> = {
  videos: ['videos', 'videos'],
  people: ['users', 'users'],
  posts: ['posts', 'comments'],
  products: ['products', 'products'],
};

/** A rank that is off by less changes no order that anybody would notice. */
const NOTICED = 6;
/** Rows per statement, to stay within the statement timeout. */
const RANKED = 5000;

/** Counts change: updates the ranks of what was watched, liked and posted recently. */
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
