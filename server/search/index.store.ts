import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { Texts, Tokens, WordFacts } from './index.rules.ts';
import { KINDS, type Kind } from './search.rules.ts';

/** Tables that are searched, each with its number in `search_pending`. */
export const PARTS = { users: 2, videos: 1, posts: 3, comments: 5, products: 4 } as const;
export type Part = keyof typeof PARTS;

/** In `search_pending`: a video whose comments can be found from now on, or no longer. */
export const COMMENTS_OF_A_VIDEO = 6;

/** What a part's rows are among the results. */
export const KIND_OF: Record<Part, Kind> = {
  users: 'people',
  videos: 'videos',
  posts: 'posts',
  comments: 'posts',
  products: 'products',
};

/** One at a time writes the index, so that nobody writes what somebody else read before him. */
export async function lockIndex(trx: Trx, patience: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${patience}ms`}, true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(trx);
}

/** Takes things off the list of those that changed. */
export async function takePending(trx: Trx, most: number): Promise<{ part: number; id: number }[]> {
  const { rows } = await sql<{ part: number; id: number }>`
    delete from search_pending where ctid = any(array(select ctid from search_pending limit ${most})) returning part, id`.execute(
    trx,
  );
  return rows;
}

/** Notes the comments of these videos as changed. */
export async function noteComments(trx: Trx, videos: number[]): Promise<void> {
  await sql`
    insert into search_pending select ${PARTS.comments}, c.id from comments c
    where c.video_id = any(${videos}::bigint[]) and c.hidden_at is null and c.deleted_at is null`.execute(
    trx,
  );
}

/** Whether anything changed whose row wasn't written since. */
export async function isAnyPending(db: DbOrTrx): Promise<boolean> {
  const { rows } = await sql`select from search_pending limit 1`.execute(db);
  return rows.length > 0;
}

const TEXTS: Record<Part, (ids: number[]) => ReturnType<typeof sql<Omit<Texts, 'kind'>>>> = {
  videos: (ids) =>
    sql`select id, rank, title, name, body, spoken from searchable_videos where id = any(${ids}::bigint[])`,
  users: (
    ids,
  ) => sql`select s.id, coalesce((select (64 * log(2, 1 + sum(10 + v.like_count)))::int from videos v where v.uploader_id = s.id and v.is_public), 0) as rank, s.title, null as name, s.body
    from searchable_people s where s.id = any(${ids}::bigint[])`,
  posts: (ids) =>
    sql`select id, rank, null as title, null as name, body from searchable_posts where id = any(${ids}::bigint[])`,
  comments: (ids) =>
    sql`select -id as id, rank, null as title, null as name, body from searchable_comments where id = any(${ids}::bigint[])`,
  products: (ids) =>
    sql`select id, 0 as rank, title, null as name, body from searchable_products where id = any(${ids}::bigint[])`,
};

/** What is searched of these things, as far as they can be found. */
export async function readTexts(trx: Trx, part: Part, ids: number[]): Promise<Texts[]> {
  const { rows } = await TEXTS[part](ids).execute(trx);
  return rows.map((row) => ({ ...row, kind: KIND_OF[part] }));
}

/** Of these people those who have no row yet. */
export async function findUnknownPeople(
  trx: Trx,
  part: 'videos' | 'posts',
  ids: number[],
): Promise<number[]> {
  if (!ids.length) return [];
  const author = part === 'videos' ? sql`uploader_id` : sql`author_id`;
  const { rows } = await sql<{ id: number }>`
    select distinct ${author} as id from ${sql.table(part)} t where t.id = any(${ids}::bigint[]) and ${author} is not null
      and not exists (select from search_docs d where d.kind = 2 and d.id = t.${author})`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function readWordFacts(trx: Trx, words: string[]): Promise<WordFacts[]> {
  const { rows } = await sql<WordFacts & { en: string; de: string; es: string; fr: string }>`
    select word, search_hash(word) as hash, (ts_lexize('english_stem', word))[1] as en, (ts_lexize('german_stem', word))[1] as de,
      (ts_lexize('spanish_stem', word))[1] as es, (ts_lexize('french_stem', word))[1] as fr
    from unnest(${words}::text[]) word`.execute(trx);
  return rows.map(({ word, hash, en, de, es, fr }) => ({ word, hash, stems: { en, de, es, fr } }));
}

export interface Doc extends Tokens {
  kind: Kind;
  id: number;
  rank: number;
}

/** Writes the rows of some things. */
export async function putDocs(trx: Trx, docs: Doc[]): Promise<void> {
  const listsOf = (of: (doc: Doc) => number[]) => docs.map((doc) => `{${of(doc).join()}}`);
  await sql`
    insert into search_docs as d (kind, id, rank, tokens, neighbours, spoken, spoken_neighbours)
    select kind, id, rank, tokens::int[], neighbours::int[], spoken::int[], spoken_neighbours::int[] from unnest(${docs.map(({ kind }) => KINDS[kind])}::smallint[],
      ${docs.map(({ id }) => id)}::bigint[], ${docs.map(({ rank }) => rank)}::int[], ${listsOf(({ tokens }) => tokens)}::text[],
      ${listsOf(({ neighbours }) => neighbours)}::text[], ${listsOf(({ spoken }) => spoken)}::text[],
      ${listsOf(({ spokenNeighbours }) => spokenNeighbours)}::text[]) new(kind, id, rank, tokens, neighbours, spoken, spoken_neighbours)
    on conflict (kind, id) do update set rank = excluded.rank, tokens = excluded.tokens, neighbours = excluded.neighbours,
        spoken = excluded.spoken, spoken_neighbours = excluded.spoken_neighbours
      where (d.rank, d.tokens, d.neighbours, d.spoken, d.spoken_neighbours)
        is distinct from (excluded.rank, excluded.tokens, excluded.neighbours, excluded.spoken, excluded.spoken_neighbours)`.execute(
    trx,
  );
}

export async function dropDocs(trx: Trx, part: Part, ids: number[]): Promise<void> {
  const sign = part === 'comments' ? -1 : 1;
  await sql`delete from search_docs where kind = ${KINDS[KIND_OF[part]]} and id = any(${ids.map((id) => sign * id)}::bigint[])`.execute(
    trx,
  );
}

/** Of these words those that aren't known, or not by all these keys. */
export async function findUnknownWords(trx: Trx, words: Map<string, string[]>): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select new.word from unnest(${[...words.keys()]}::text[], ${[...words.values()].map((keys) => JSON.stringify(keys))}::jsonb[]) new(word, keys)
    where not exists (select from search_words s where s.word = new.word
      and s.keys @> array(select jsonb_array_elements_text(new.keys)))`.execute(trx);
  return rows.map(({ word }) => word);
}

export async function learnWords(trx: Trx, words: Map<string, string[]>): Promise<void> {
  await sql`
    insert into search_words as known (word, keys)
    select new.word, array(select jsonb_array_elements_text(new.keys))
    from unnest(${[...words.keys()]}::text[], ${[...words.values()].map((keys) => JSON.stringify(keys))}::jsonb[]) new(word, keys)
    on conflict (word) do update set keys = array(select unnest(known.keys) union select unnest(excluded.keys))`.execute(
    trx,
  );
}

/** Every process forgets the answers it keeps. */
export async function tellChanged(trx: Trx): Promise<void> {
  await sql`select search_changed()`.execute(trx);
}

/** The next ids of a table. */
export async function nextIds(trx: Trx, part: Part, after: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(part)} where id > ${after} order by id limit ${most}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** About how many rows a table has. */
export async function sizeOf(db: Db, part: Part): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select greatest(reltuples, 0)::bigint as size from pg_class where oid = ${part}::regclass`.execute(db);
  return rows[0]?.size ?? 0;
}

/** Drops rows of things that are gone altogether, should any be left, of the next so many of a kind; the id to go on after. */
export async function dropOrphans(db: Db, kind: Kind, after: number, most: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from search_docs where kind = ${KINDS[kind]} and id > ${after} order by id limit ${most}) next`.execute(
    db,
  );
  const last = rows[0]?.last ?? null;
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
