import type { SearchDuration, SearchSince, SearchSort } from '#contract/search/search.ts';
import type { Category, Orientation } from '#contract/videos/videos.ts';
import { readCursor, writeCursor } from '#server/app/http/cursor.ts';
import type { Db } from '#server/app/database/database.ts';
import {
  ANY_WORD,
  expandQuery,
  expandWithTypos,
  typoLevels,
  type ExpandedTerm,
} from './query-expansion.actions.ts';
import {
  EXACT,
  FIELDS,
  PREFIX,
  STEM,
  ONE_WRONG,
  TWO_WRONG,
  allOf,
  besideQuery,
  parseSearch,
  termQuery,
  type Kind,
  type Term,
} from './query.rules.ts';
import {
  findOfKind,
  filterMatching,
  filterMatchingAny,
  isAnywhere,
  type RankCursor,
  type Sought,
} from './search.store.ts';

export interface SearchOptions {
  q: string;
  kinds: Kind[];
  /** Of videos; others are always found by relevance. */
  sort?: SearchSort | undefined;
  category?: Category | undefined;
  tag?: string | undefined;
  orientation?: Orientation | undefined;
  duration?: SearchDuration | undefined;
  since?: SearchSince | undefined;
  /** Of each kind. */
  limit: number;
  /** Of a single kind. */
  cursor?: string | undefined;
  /** Whether typos are tolerated where there are hardly any exact matches. */
  allowTypos?: boolean;
  /** Searches only titles and names, without explanations: for suggestions. */
  titlesOnly?: boolean;
}

export interface FoundOfKind {
  ids: number[];
  /** How many more there are: counted, or an estimate of many. */
  more: number;
  nextCursor: string | null;
}

export interface SearchResults {
  kinds: Partial<Record<Kind, FoundOfKind>>;
  corrected: string | null;
  /** The typed words, normalised, and the alternatives that the results contain. */
  words: string[];
  nearest: string[];
  /** The same words by typed term, for highlighting. */
  terms: MatchedTerm[];
}

/** A search term and its normalised matches in the results. */
export interface MatchedTerm {
  words: string[];
  /** Of a script without spaces: anywhere in a text, else as a word. */
  isRun: boolean;
  /** The rarer the word, the higher; from 0 to 1. */
  weight: number;
}

/** With fewer results than this, typos are looked for. */
const HARDLY_ANY = 3;
const NEAREST = 5;
/** Of so many of the best results the words that they hold are named. */
const NAMED = 24;

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

/** Runs a search; best results first (docs/search.md). */
export async function runSearch(db: Db, options: SearchOptions): Promise<SearchResults> {
  const { terms, conditions } = parseSearch(options.q);
  if (!terms.length) return { kinds: {}, corrected: null, words: [], nearest: [], terms: [] };
  const cursor = options.cursor === undefined ? null : readCursor(options.cursor, 'inni');
  const { hits, plain, expandedTerms, typos } = await findWithTypos(
    { db, options, conditions },
    terms,
    cursor,
  );
  const pages = hits.map((each) => ({ kind: each.kind, ...toPage(each, options.limit, typos) }));
  const kinds = Object.fromEntries(pages.map(({ kind, ...page }) => [kind, page]));
  if (options.titlesOnly) return { kinds, corrected: null, words: [], nearest: [], terms: [] };
  const isEmpty = !cursor && hits.every(({ found }) => found.length === 0);
  const isCorrected = !cursor && plain?.every(({ found }) => found.length === 0);
  const matchedTerms = await termsIn(db, expandedTerms, pages);
  return {
    kinds,
    corrected: isCorrected ? await correct(db, expandedTerms, pages) : null,
    words: [...new Set(matchedTerms.flatMap(({ words }) => words))],
    terms: matchedTerms,
    nearest: isEmpty ? await findNearest(db, expandedTerms, options.kinds) : [],
  };
}

/** Exact results (`plain`), or results with typos where there are hardly any. */
async function findWithTypos(
  { db, options, conditions }: Omit<Look, 'after'>,
  terms: Term[],
  cursor: [number, number, number, number] | null,
): Promise<{ hits: Hits[]; plain: Hits[] | null; expandedTerms: ExpandedTerm[]; typos: number }> {
  const [tier = 0, key = 0, id = 0, typoLevel = 0] = cursor ?? [];
  const look = { db, options, after: cursor && { tier, key, id }, conditions };
  const typed = await expandQuery(db, terms);
  // decided on the first page: the others go on in the same list
  const plain = cursor && typoLevel > 0 ? null : await findTyped(look, typed);
  const toleratesTypos =
    !cursor && options.allowTypos !== false && plain?.every(({ found }) => found.length < HARDLY_ANY);
  const levels = cursor ? [typoLevel].filter((level) => level > 0) : toleratesTypos ? typoLevels(typed) : [];
  let result = { hits: plain ?? [], plain, expandedTerms: typed, typos: 0 };
  for (const typos of levels) {
    const expandedTerms = await expandWithTypos(db, typed, typos === ANY_WORD);
    if (!expandedTerms) continue;
    const hits = await find(look, expandedTerms, [EXACT, STEM, PREFIX, ONE_WRONG, TWO_WRONG]);
    result = { hits, plain, expandedTerms, typos };
    if (hits.some(({ found }) => found.length > 0)) break;
  }
  return result;
}

interface Look {
  db: Db;
  options: SearchOptions;
  after: RankCursor | null;
  /** Quoted phrases and exclusions, as tsqueries. */
  conditions: string[];
}

interface Hits {
  kind: Kind;
  found: RankCursor[];
  /** How many there are altogether: counted, or an estimate of many. */
  total: number;
}

/** Items up to the last of these levels of closeness. */
async function find(look: Look, expandedTerms: ExpandedTerm[], levels: number[]): Promise<Hits[]> {
  return Promise.all(
    look.options.kinds.map(async (kind) => {
      return { kind, ...(await findOfKind(look.db, toSought(look, kind, expandedTerms, levels))) };
    }),
  );
}

/** Without typos. If nothing has one of the words, the others aren't looked for: frequent ones take long. */
async function findTyped(look: Look, typed: ExpandedTerm[]): Promise<Hits[]> {
  const { kinds } = look.options;
  for (const term of typed.filter(({ isKnown }) => !isKnown))
    if (!(await isAnywhere(look.db, kinds, termQuery(term, PREFIX))))
      return kinds.map((kind) => ({ kind, found: [], total: 0 }));
  return await find(look, typed, [EXACT, STEM, PREFIX]);
}

function toSought(
  { options, after, conditions }: Look,
  kind: Kind,
  expandedTerms: ExpandedTerm[],
  levels: number[],
): Sought {
  const { category, tag, orientation, since, duration, limit, titlesOnly = false } = options;
  const widest = levels.at(-1) ?? PREFIX;
  const isVideos = kind === 'videos';
  return {
    kind,
    sort: isVideos ? (options.sort ?? 'relevance') : 'relevance',
    titlesOnly,
    query: [`(${allOf(expandedTerms, widest)})`, ...conditions].join(' & '),
    levels: levels.slice(0, -1).map((level) => allOf(expandedTerms, level)),
    beside: besideQuery(expandedTerms, widest),
    fields: (titlesOnly ? [] : FIELDS[kind]).map((weights) => allOf(expandedTerms, widest, weights)),
    after,
    most: Math.max(limit, HARDLY_ANY) + 1,
    ...(isVideos && {
      category,
      tag,
      orientation,
      since: since && SECONDS[since],
      lengths: duration && LENGTHS[duration],
    }),
  };
}

function toPage({ found, total }: Hits, limit: number, typos: number): FoundOfKind {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    more: Math.max(total, found.length) - page.length,
    nextCursor: found.length > limit && last ? writeCursor(last.tier, last.key, last.id, typos) : null,
  };
}

type Pages = { kind: Kind; ids: number[] }[];

/** The suggested correction: for each term the word in the best result. Null: none needed. */
async function correct(db: Db, expandedTerms: ExpandedTerm[], pages: Pages): Promise<string | null> {
  const best = pages.find(({ ids }) => ids.length > 0);
  if (!best) return null;
  const words = expandedTerms.flatMap(({ alternatives }) => alternatives.map(({ word }) => word));
  const matching = await filterMatching(db, [{ kind: best.kind, ids: best.ids.slice(0, 1) }], words);
  const matchedTerms = expandedTerms.map(({ word, alternatives }) => {
    const closest = alternatives
      .toSorted((a, b) => a.level - b.level)
      .find((each) => matching.has(each.word));
    return closest && closest.level >= ONE_WRONG ? closest.word : word;
  });
  // "sun glasses" for one typed word counts as one word
  const corrected = [...new Set(matchedTerms)].join(' ');
  return corrected === expandedTerms.map(({ word }) => word).join(' ') ? null : corrected;
}

/** The typed terms, with only those alternatives that occur on the page: others could leak hidden content. */
async function termsIn(db: Db, expandedTerms: ExpandedTerm[], pages: Pages): Promise<MatchedTerm[]> {
  const matchedTerms = expandedTerms.map(({ alternatives, begun }) => [
    ...alternatives.map(({ word }) => word),
    ...begun,
  ]);
  const best = pages.map(({ kind, ids }) => ({ kind, ids: ids.slice(0, NAMED) }));
  const matching = await filterMatching(db, best, [...new Set(matchedTerms.flat())]);
  return expandedTerms.map(({ word, pairs, docs }, at) => ({
    words: [...new Set([word, ...(matchedTerms[at] ?? []).filter((each) => matching.has(each))])],
    isRun: pairs !== null,
    weight: 1 / (1 + Math.log2(1 + docs)),
  }));
}

/** Words close to the typed ones that would have results on their own. */
async function findNearest(db: Db, expandedTerms: ExpandedTerm[], kinds: Kind[]): Promise<string[]> {
  const words = expandedTerms.flatMap(({ alternatives, begun }) =>
    [...alternatives.toSorted((a, b) => a.level - b.level).map(({ word }) => word), ...begun].slice(
      0,
      NEAREST,
    ),
  );
  const matching = await filterMatchingAny(db, kinds, [...new Set(words)]);
  return [...new Set(words)].filter((word) => matching.has(word)).slice(0, NEAREST);
}
