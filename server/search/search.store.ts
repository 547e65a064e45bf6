import { sql, type RawBuilder } from 'kysely';
import type { SearchDuration, SearchSince, SearchSort } from '#contract/search.ts';
import type { Category } from '#contract/videos.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { KINDS, type Kind } from './search.rules.ts';

type Condition = RawBuilder<boolean>;

/**
 * A step from what fits best to what fits least. A thing belongs to the first step it meets: every term by one of its
 * groups, of a group every set of tokens.
 */
export interface Tier {
  tier: number;
  terms: number[][][][];
}

export interface Filters {
  category?: Category | undefined;
  duration?: SearchDuration | undefined;
  since?: SearchSince | undefined;
  /** Tokens that nothing found may hold. */
  excluded: number[];
  /** Parts of the plain text that everything found holds. */
  phrases: string[];
}

export interface Place {
  tier: number;
  key: number;
  id: number;
}

export interface Find {
  kind: Kind;
  sort: SearchSort;
  filters: Filters;
  after: Place | null;
  most: number;
}

export interface Found extends Place {
  /** Of all that were looked through. */
  total: number;
}

/** How far the best things are walked through for words that are everywhere. */
const WALKED = 4000;

const SECONDS: Record<SearchSince, number> = {
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
};
const LENGTHS: Record<SearchDuration, [number, number]> = {
  short: [0, 60_000],
  medium: [60_000, 300_000],
  long: [300_000, 1e12],
};

const all = (conditions: Condition[]): Condition =>
  conditions.length ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`;
const any = (conditions: Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

const meets = ({ terms }: Tier): Condition =>
  all(
    terms.map((groups) =>
      any(groups.map((sets) => all(sets.map((tokens) => sql<boolean>`d.tokens && ${tokens}::int[]`)))),
    ),
  );

/** The order within a step: what is walked through has an index for it. */
const KEYS = {
  relevance: sql`d.rank`,
  new: sql`(extract(epoch from v.approved_at) * 1000000)::bigint`,
  top: sql`(v.view_count + coalesce(v.external_views, 0))`,
};
const ORDERS = {
  relevance: sql`d.rank desc, d.id desc`,
  new: sql`v.approved_at desc, v.id desc`,
  top: sql`(v.view_count + coalesce(v.external_views, 0)) desc, v.id desc`,
};

function needsVideo({ kind, sort, filters: { category, duration, since } }: Find): boolean {
  return kind === 'videos' && (sort !== 'relevance' || Boolean(category ?? duration ?? since));
}

const keyOf = (find: Find) => KEYS[find.kind === 'videos' ? find.sort : 'relevance'];
const orderOf = (find: Find) => ORDERS[find.kind === 'videos' ? find.sort : 'relevance'];

function source(find: Find): RawBuilder<unknown> {
  return needsVideo(find)
    ? sql`search_docs d join videos v on v.id = d.id and v.is_public`
    : sql`search_docs d`;
}

function passes(find: Find): Condition {
  const { kind, filters } = find;
  const conditions: Condition[] = [sql<boolean>`d.kind = ${KINDS[kind]}`];
  if (filters.excluded.length) conditions.push(sql<boolean>`not d.tokens && ${filters.excluded}::int[]`);
  if (kind === 'videos') {
    if (filters.category) conditions.push(sql<boolean>`v.category = ${filters.category}`);
    if (filters.duration) {
      const [from, to] = LENGTHS[filters.duration];
      conditions.push(sql<boolean>`v.duration_ms >= ${from}::bigint and v.duration_ms < ${to}::bigint`);
    }
    if (filters.since)
      conditions.push(sql<boolean>`v.approved_at > now() - make_interval(secs => ${SECONDS[filters.since]})`);
  }
  return all(conditions);
}

const TEXTS: Record<Kind, RawBuilder<unknown>> = {
  videos: sql`(select concat_ws(' / ', s.title, s.name, s.body) from searchable_videos s where s.id = d.id)`,
  people: sql`(select concat_ws(' / ', s.title, s.body) from searchable_people s where s.id = d.id)`,
  posts: sql`(case when d.id > 0 then (select s.body from searchable_posts s where s.id = d.id)
    else (select s.body from searchable_comments s where s.id = -d.id) end)`,
  products: sql`(select concat_ws(' / ', s.title, s.body) from searchable_products s where s.id = d.id)`,
};

/** Word by word as they stand: looked up in the texts themselves, of what holds the words at all. */
function saysExactly({ kind, filters: { phrases } }: Find): Condition {
  return all(phrases.map((phrase) => sql<boolean>`position(${phrase} in search_plain(${TEXTS[kind]})) > 0`));
}

const tierOf = (tiers: Tier[]) =>
  sql`case ${sql.join(
    tiers.map((tier) => sql`when ${meets(tier)} then ${sql.lit(tier.tier)}`),
    sql` `,
  )} end`;

/** What is shown is looked at once more, whatever the index says. */
function isStillThere({ kind }: Find): Condition {
  const id = sql`page.id`;
  if (kind === 'videos') return sql<boolean>`exists (select from searchable_videos s where s.id = ${id})`;
  if (kind === 'people') return sql<boolean>`exists (select from searchable_people s where s.id = ${id})`;
  if (kind === 'products') return sql<boolean>`exists (select from searchable_products s where s.id = ${id})`;
  return sql<boolean>`case when ${id} > 0 then exists (select from searchable_posts s where s.id = ${id})
    else exists (select from searchable_comments s where s.id = -${id}) end`;
}

const isAfter = ({ after }: Find): Condition =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`(tier > ${after.tier} or (tier = ${after.tier} and (key, id) < (${after.key}::bigint, ${after.id}::bigint)))`;

const widest = (tiers: Tier[]): Condition => {
  const last = tiers.at(-1);
  return last ? meets(last) : sql<boolean>`false`;
};

/** Everything that meets one of the steps but not `before`, by the index of words, in order. For words that are not everywhere. */
export async function collect(db: DbOrTrx, find: Find, tiers: Tier[], before: Tier | null): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with met as materialized (
      select d.id, ${keyOf(find)} as key, ${tierOf(tiers)} as tier from ${source(find)}
      where ${widest(tiers)} and ${passes(find)} and ${before ? sql`not ${meets(before)}` : sql`true`} and ${saysExactly(find)}
    )
    select * from (
      select id, key, tier, count(*) over ()::int as total from met where ${isAfter(find)}
      order by tier, key desc, id desc limit ${find.most}
    ) page where ${isStillThere(find)} order by tier, key desc, id desc`.execute(db);
  return rows;
}

/**
 * The first of each step among the best things, in order: for words that are everywhere. What isn't full after these is
 * rare enough for `collect`. With `after` set: those after it, of its own step alone.
 */
export async function walk(db: DbOrTrx, find: Find, tiers: Tier[], before: Tier | null): Promise<Found[]> {
  const { after } = find;
  const begun = after ? sql`(${keyOf(find)}, d.id) < (${after.key}::bigint, ${after.id}::bigint)` : sql`true`;
  const { rows } = await sql<Found>`
    with d as materialized (
      select d.id, ${keyOf(find)} as key, d.tokens, d.kind from ${source(find)} where ${passes(find)} and ${begun}
      order by ${orderOf(find)} limit ${WALKED}
    ), met as (
      select d.id, d.key, ${tierOf(tiers)} as tier from d
      where ${widest(tiers)} and ${before ? sql`not ${meets(before)}` : sql`true`} and ${saysExactly(find)}
    ), numbered as (
      select *, row_number() over (partition by tier order by key desc, id desc) as place from met
    )
    select id, key, tier, 0 as total from numbered page where place <= ${find.most} and ${isStillThere(find)}
    order by tier, key desc, id desc`.execute(db);
  return rows;
}

/** The tokens of one thing. */
export async function tokensOf(db: DbOrTrx, kind: Kind, id: number): Promise<number[]> {
  const row = await db
    .selectFrom('search_docs')
    .select('tokens')
    .where('kind', '=', KINDS[kind])
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.tokens ?? [];
}

/** Of each set of tokens, whether anything that can be found holds one. (By `exists` all things would be looked through.) */
export async function areAlive(db: DbOrTrx, sets: number[][]): Promise<boolean[]> {
  if (!sets.length) return [];
  const { rows } = await sql<{ alive: boolean }>`
    select (select count(*) > 0 from search_docs d where d.tokens && array(select jsonb_array_elements_text(asked)::int)) as alive
    from jsonb_array_elements(${JSON.stringify(sets)}::jsonb) with ordinality each(asked, place) order by place`.execute(
    db,
  );
  return rows.map(({ alive }) => alive);
}

export interface StepRow {
  kind: number;
  tier: number;
  key: number;
  id: number;
}

/** Walks the steps of a plain search (search_steps() in the database). A row of tier -1 says how many there are of a kind. */
export async function runSteps(
  db: DbOrTrx,
  { steps, sets }: { steps: number[]; sets: number[] },
  asked: { find: Find; ids: number[] }[],
): Promise<StepRow[]> {
  if (!steps.length) return [];
  const known = asked.flatMap(({ find, ids }) => ids.map((id) => ({ kind: KINDS[find.kind], id })));
  const { rows } = await sql<StepRow>`
    select kind, tier, key, id from search_steps(${steps}::int[], ${sets}::int[], ${asked[0]?.find.most ?? 0},
      ${known.map(({ kind }) => kind)}::int[], ${known.map(({ id }) => id)}::bigint[], ${asked.flatMap(({ find }) => find.filters.excluded)}::int[])`.execute(
    db,
  );
  return rows;
}
