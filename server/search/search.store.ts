import { sql, type RawBuilder } from 'kysely';
import type { SearchSort } from '#contract/search/search.ts';
import type { Category, Orientation } from '#contract/videos/videos.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { KINDS, type Kind } from './query.rules.ts';
import { sqlNumbers, sqlTexts } from '#server/app/database/read-rows.ts';

export interface RankCursor {
  tier: number;
  key: number;
  id: number;
}

/** What of a kind is looked for; all queries are tsqueries. */
export interface Sought {
  kind: Kind;
  sort: SearchSort;
  /** Looks in titles alone, for suggestions. */
  titlesOnly: boolean;
  /** What everything found meets. */
  query: string;
  /** The same words exactly, then by stem and so on: how close a match is. */
  levels: string[];
  /** The words side by side. */
  beside: string | null;
  /** All words in the title; in title and name; in the text too. */
  fields: string[];
  category?: Category | undefined;
  /** By any of its names. */
  tag?: string | undefined;
  orientation?: Orientation | undefined;
  /** Seconds that it has been public at most. */
  since?: number | undefined;
  /** From so many milliseconds on, below so many. */
  lengths?: [number, number] | undefined;
  after: RankCursor | null;
  most: number;
}

/** The best by rank are sorted by closeness; the rest stay sorted by rank. */
const BLOCK = 250;
const BEHIND = 99;
/** Where the planner expects no more, all are read and sorted; it expects too many rather than too few. */
const SORTED = 5000;
/** Suggestions are short lists, needed at every keystroke. */
const TITLES = { block: 50, sorted: 1000 };
/** More are estimated. */
const COUNTED = 1000;

const holds = (query: string) => sql`d.words @@ ${query}::tsquery`;
/** Titles have their own index: one over all words doesn't know a word's field. */
const vectorOf = ({ titlesOnly }: Sought): RawBuilder<unknown> =>
  titlesOnly ? sql`ts_filter(d.words, '{a}')` : sql`d.words`;

const isOfVideos = ({ sort, category, tag, orientation, since, lengths }: Sought): boolean =>
  sort !== 'relevance' || [category, tag, orientation, since, lengths].some((filter) => filter !== undefined);

/** The items of a kind that match the query and the filters. The kind is a literal: each has a partition. */
function matches(sought: Sought): RawBuilder<unknown> {
  const { kind, query, category, tag, orientation, since, lengths } = sought;
  const filters = [
    category !== undefined && sql`v.category = ${category}`,
    tag !== undefined &&
      sql`v.id in (select vt.video_id from video_tags vt join tags t on t.name = vt.tag
        where vt.tag = (select coalesce(moved_to, name) from tags where name = ${tag}) and t.blocked_at is null)`,
    // of unknown size: landscape
    orientation !== undefined && sql`coalesce(v.height > v.width, false) = ${orientation === 'portrait'}`,
    since !== undefined && sql`v.approved_at > now() - make_interval(secs => ${since})`,
    lengths !== undefined && sql`v.duration_ms >= ${lengths[0]} and v.duration_ms < ${lengths[1]}`,
  ].filter((each) => each !== false);
  const join = isOfVideos(sought) ? sql`join videos v on v.id = d.id and v.is_public` : sql``;
  return sql`search_docs d ${join} where ${sql.join([sql`d.kind = ${sql.lit(KINDS[kind])}`, sql`${vectorOf(sought)} @@ ${query}::tsquery`, ...filters], sql` and `)}`;
}

/** How close a match is, best first: exact words, adjacent, in its title. */
function tierOf({ levels, beside, fields }: Sought): RawBuilder<number> {
  const tier = (queries: string[], factor: number) =>
    queries.length === 0
      ? sql`0`
      : sql`case ${sql.join(
          queries.map((query, at) => sql`when ${holds(query)} then ${sql.lit(at * factor)}`),
          sql` `,
        )} else ${sql.lit(queries.length * factor)} end`;
  return sql`${tier(levels, 10)} + ${tier(beside === null ? [] : [beside], 4)} + ${tier(fields, 1)}`;
}

/** Items of a kind, best first, after a cursor, and their number: over a thousand, the planner's estimate. */
export async function findOfKind(
  db: DbOrTrx,
  sought: Sought,
): Promise<{ found: RankCursor[]; total: number }> {
  const isBest = sought.sort === 'relevance';
  // further pages in another order need no number
  const expected = isBest || !sought.after ? await estimate(db, sought) : 0;
  const { found, matched } = isBest
    ? await findBest(db, sought, expected)
    : { found: await findSorted(db, sought), matched: null };
  const isCounted = !sought.after && !sought.titlesOnly && found.length >= sought.most;
  return { found, total: isCounted ? (matched ?? (await count(db, sought, expected))) : found.length };
}

function findSorted(db: DbOrTrx, sought: Sought): Promise<RankCursor[]> {
  const { sort, after, most } = sought;
  const key =
    sort === 'new'
      ? sql`(extract(epoch from v.approved_at) * 1000000)::bigint`
      : sql`v.view_count + coalesce(v.external_views, 0)`;
  // this sort order has an index
  const order = sort === 'new' ? sql`v.approved_at` : key;
  const onward = after ? sql`and (${key}, d.id) < (${after.key}, ${after.id})` : sql``;
  return run(
    db,
    sql`select 0 as tier, ${key} as key, d.id from ${matches(sought)} ${onward} order by ${order} desc, d.id desc limit ${most}`,
  );
}

/** By relevance, as closely as there is an index for it. `matched`: how many there are, where all of them were read. */
async function findBest(
  db: DbOrTrx,
  sought: Sought,
  expected: number,
): Promise<{ found: RankCursor[]; matched: number | null }> {
  const { kind, after, most, titlesOnly } = sought;
  const { block, sorted } = titlesOnly ? TITLES : { block: BLOCK, sorted: SORTED };
  const isBehind = after?.tier === BEHIND;
  const onward = after
    ? sql`where tier > ${after.tier} or (tier = ${after.tier} and (key, id) < (${after.key}, ${after.id}))`
    : sql``;
  const readsAll = expected <= sorted;
  const best = sql`with matches as ${sql.raw(readsAll ? 'materialized' : 'not materialized')} (
      select d.id, d.rank from ${matches(sought)}),
    best as (select * from matches order by rank desc, id desc limit ${sql.lit(block)})
    select *, ${sql.raw(readsAll ? '(select count(*)::int from matches)' : 'null')} as matched
    from (select ${tierOf(sought)} as tier, d.rank::bigint as key, d.id
      from best join search_docs d on d.kind = ${sql.lit(KINDS[kind])} and d.id = best.id) found
    ${onward} order by tier, key desc, id desc limit ${most}`;
  const rows = isBehind ? [] : await run<RankCursor & { matched: number | null }>(db, best);
  const matched = rows[0]?.matched ?? null;
  const found = rows.map(({ tier, key, id }) => ({ tier, key, id }));
  const isAll = !after && most <= block;
  if (found.length >= most || isAll) return { found, matched };
  const last = isBehind
    ? sql`${after.key}, ${after.id}`
    : sql`select d.rank, d.id from ${matches(sought)} order by d.rank desc, d.id desc limit 1 offset ${sql.lit(block - 1)}`;
  const behind = await run(
    db,
    sql`select ${sql.lit(BEHIND)} as tier, d.rank::bigint as key, d.id from ${matches(sought)} and (d.rank, d.id) < (${last})
      order by d.rank desc, d.id desc limit ${most - found.length}`,
  );
  return { found: [...found, ...behind], matched };
}

async function run<Row = RankCursor>(db: DbOrTrx, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await (statement as RawBuilder<Row>).execute(db)).rows;
}

/** Counted where there are few. */
async function count(db: DbOrTrx, sought: Sought, expected: number): Promise<number> {
  if (expected > SORTED) return expected;
  const [many = 0] = await sqlNumbers`
    select count(*)::int as many from (select from ${matches(sought)} limit ${sql.lit(COUNTED + 1)}) counted`.execute(
    db,
  );
  return many <= COUNTED ? many : Math.max(many, expected);
}

/** The planner's estimate of the number of items. */
async function estimate(db: DbOrTrx, sought: Sought): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${matches(sought)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** The words among these that any of some items contains. */
export async function filterMatching(
  db: DbOrTrx,
  found: { kind: Kind; ids: number[] }[],
  words: string[],
): Promise<Set<string>> {
  const ids = found.flatMap(({ kind, ids: each }) => each.map((id) => [KINDS[kind], id] as const));
  if (!ids.length || !words.length) return new Set();
  const matching = await sqlTexts`
    select word from unnest(${words}::text[]) word where exists (
      select from search_docs d where (d.kind, d.id) in (select * from unnest(${ids.map(([kind]) => kind)}::smallint[], ${ids.map(([, id]) => id)}::bigint[]))
        and d.words @@ quote_literal(word)::tsquery)`.execute(db);
  return new Set(matching);
}

/** The words among these that any item of some kinds contains. */
export async function filterMatchingAny(db: DbOrTrx, kinds: Kind[], words: string[]): Promise<Set<string>> {
  if (!words.length || !kinds.length) return new Set();
  const found = await sqlTexts`
    select word from unnest(${words}::text[]) word where ${anyOf(kinds, sql`quote_literal(word)`)}`.execute(
    db,
  );
  return new Set(found);
}

/** Whether anything of some kinds meets a tsquery. */
export async function isAnywhere(db: DbOrTrx, kinds: Kind[], query: string): Promise<boolean> {
  if (!kinds.length) return false;
  const found = await sqlTexts`select 'found' as found where ${anyOf(kinds, sql`${query}`)}`.execute(db);
  return found.length > 0;
}

/** Counts a few: if asked for a single match, the planner would read the whole table to find that there is none. */
const anyOf = (kinds: Kind[], query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    kinds.map(
      (kind) => sql`(select count(*) from (select from search_docs d where d.kind = ${sql.lit(KINDS[kind])}
        and d.words @@ ${query}::tsquery limit ${sql.lit(COUNTED)}) found) > 0`,
    ),
    sql` or `,
  );
