import type { SearchDuration, SearchSince, SearchSort } from '#contract/search/search.ts';
import type { Category } from '#contract/videos/videos.ts';
import { readCursor, writeCursor } from '#server/app/http/cursor.ts';
import type { Db } from '#server/app/database/database.ts';
import { ANY_WORD, mean, meanAlike, waysToForgive, type Meaning } from './meaning.actions.ts';
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
  type Kind,
  type Term,
} from './query.rules.ts';
import { findOfKind, heldBy, heldByAny, type Place, type Sought } from './search.store.ts';

export interface Asked {
  q: string;
  kinds: Kind[];
  /** Of clips; others are always found by relevance. */
  sort?: SearchSort | undefined;
  category?: Category | undefined;
  duration?: SearchDuration | undefined;
  since?: SearchSince | undefined;
  /** Of each kind. */
  limit: number;
  /** Of a single kind. */
  cursor?: string | undefined;
  /** Whether typing errors are forgiven, where hardly anything is found without. */
  forgive?: boolean;
  /** Looks in titles and names alone, and explains nothing: for suggestions. */
  titlesOnly?: boolean;
}

export interface FoundOfKind {
  ids: number[];
  /** How many more there are: counted, or an estimate of many. */
  more: number;
  nextCursor: string | null;
}

export interface FoundThings {
  kinds: Partial<Record<Kind, FoundOfKind>>;
  corrected: string | null;
  /** What was typed, folded, and those words that it may mean which what was found holds. */
  words: string[];
  nearest: string[];
  /** The same words by what was typed, for looking into what was found. */
  terms: MeantTerm[];
}

/** A word of a search with what it means in what was found, folded. */
export interface MeantTerm {
  words: string[];
  /** Of a script without spaces: anywhere in a text, else as a word. */
  isRun: boolean;
  /** The rarer, the more it says of a text that holds it; from 0 to 1. */
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

/** The things that a search finds, best first (docs/search.md). */
export async function findThings(db: Db, asked: Asked): Promise<FoundThings> {
  const { terms, conditions } = parseSearch(asked.q);
  if (!terms.length) return { kinds: {}, corrected: null, words: [], nearest: [], terms: [] };
  const place = asked.cursor === undefined ? null : readCursor(asked.cursor, 'inni');
  const { hits, plain, meanings, forgiven } = await findForgiving({ db, asked, conditions }, terms, place);
  const pages = hits.map((each) => ({ kind: each.kind, ...toPage(each, asked.limit, forgiven) }));
  const kinds = Object.fromEntries(pages.map(({ kind, ...page }) => [kind, page]));
  if (asked.titlesOnly) return { kinds, corrected: null, words: [], nearest: [], terms: [] };
  const isEmpty = !place && hits.every(({ found }) => found.length === 0);
  const isCorrected = !place && plain?.every(({ found }) => found.length === 0);
  const meant = await termsIn(db, meanings, pages);
  return {
    kinds,
    corrected: isCorrected ? await correct(db, meanings, pages) : null,
    words: [...new Set(meant.flatMap(({ words }) => words))],
    terms: meant,
    nearest: isEmpty ? await findNearest(db, meanings, asked.kinds) : [],
  };
}

/** What is found as it was typed (`plain`), or with typos where that is hardly anything. */
async function findForgiving(
  { db, asked, conditions }: Omit<Look, 'after'>,
  terms: Term[],
  place: [number, number, number, number] | null,
): Promise<{ hits: Hits[]; plain: Hits[] | null; meanings: Meaning[]; forgiven: number }> {
  const [tier = 0, key = 0, id = 0, wasForgiven = 0] = place ?? [];
  const look = { db, asked, after: place && { tier, key, id }, conditions };
  const typed = await mean(db, terms);
  // decided on the first page: the others go on in the same list
  const plain = place && wasForgiven > 0 ? null : await find(look, typed, [EXACT, STEM, PREFIX]);
  const isForgiving =
    !place && asked.forgive !== false && plain?.every(({ found }) => found.length < HARDLY_ANY);
  const ways = place ? [wasForgiven].filter((way) => way > 0) : isForgiving ? waysToForgive(typed) : [];
  let result = { hits: plain ?? [], plain, meanings: typed, forgiven: 0 };
  for (const forgiven of ways) {
    const meanings = await meanAlike(db, typed, forgiven === ANY_WORD);
    if (!meanings) continue;
    const hits = await find(look, meanings, [EXACT, STEM, PREFIX, ONE_WRONG, TWO_WRONG]);
    result = { hits, plain, meanings, forgiven };
    if (hits.some(({ found }) => found.length > 0)) break;
  }
  return result;
}

interface Look {
  db: Db;
  asked: Asked;
  after: Place | null;
  /** What is in quotes or left out, as tsqueries. */
  conditions: string[];
}

interface Hits {
  kind: Kind;
  found: Place[];
  /** How many there are altogether: counted, or an estimate of many. */
  total: number;
}

/** Things up to the last of these levels of closeness. */
async function find(look: Look, meanings: Meaning[], levels: number[]): Promise<Hits[]> {
  return Promise.all(
    look.asked.kinds.map(async (kind) => {
      return { kind, ...(await findOfKind(look.db, toSought(look, kind, meanings, levels))) };
    }),
  );
}

function toSought(
  { asked, after, conditions }: Look,
  kind: Kind,
  meanings: Meaning[],
  levels: number[],
): Sought {
  const { category, since, duration, limit, titlesOnly = false } = asked;
  const widest = levels.at(-1) ?? PREFIX;
  const isVideos = kind === 'videos';
  return {
    kind,
    sort: isVideos ? (asked.sort ?? 'relevance') : 'relevance',
    titlesOnly,
    query: [`(${allOf(meanings, widest)})`, ...conditions].join(' & '),
    levels: levels.slice(0, -1).map((level) => allOf(meanings, level)),
    beside: besideQuery(meanings, widest),
    fields: (titlesOnly ? [] : FIELDS[kind]).map((weights) => allOf(meanings, widest, weights)),
    after,
    most: Math.max(limit, HARDLY_ANY) + 1,
    ...(isVideos && { category, since: since && SECONDS[since], lengths: duration && LENGTHS[duration] }),
  };
}

function toPage({ found, total }: Hits, limit: number, forgiven: number): FoundOfKind {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    more: Math.max(total, found.length) - page.length,
    nextCursor: found.length > limit && last ? writeCursor(last.tier, last.key, last.id, forgiven) : null,
  };
}

type Pages = { kind: Kind; ids: number[] }[];

/** The search as it was probably meant: of each term the word that the best result holds. Null: as it was typed. */
async function correct(db: Db, meanings: Meaning[], pages: Pages): Promise<string | null> {
  const best = pages.find(({ ids }) => ids.length > 0);
  if (!best) return null;
  const words = meanings.flatMap(({ alternatives }) => alternatives.map(({ word }) => word));
  const held = await heldBy(db, [{ kind: best.kind, ids: best.ids.slice(0, 1) }], words);
  const meant = meanings.map(({ word, alternatives }) => {
    const closest = alternatives.toSorted((a, b) => a.level - b.level).find((each) => held.has(each.word));
    return closest && closest.level >= ONE_WRONG ? closest.word : word;
  });
  // "bee keeping" of one word is one word
  const corrected = [...new Set(meant)].join(' ');
  return corrected === meanings.map(({ word }) => word).join(' ') ? null : corrected;
}

/** What was typed, and of what it may mean the words that something on the page holds: no others are named to anybody. */
async function termsIn(db: Db, meanings: Meaning[], pages: Pages): Promise<MeantTerm[]> {
  const meant = meanings.map(({ alternatives, begun }) => [
    ...alternatives.map(({ word }) => word),
    ...begun,
  ]);
  const best = pages.map(({ kind, ids }) => ({ kind, ids: ids.slice(0, NAMED) }));
  const held = await heldBy(db, best, [...new Set(meant.flat())]);
  return meanings.map(({ word, pairs, docs }, at) => ({
    words: [...new Set([word, ...(meant[at] ?? []).filter((each) => held.has(each))])],
    isRun: pairs !== null,
    weight: 1 / (1 + Math.log2(1 + docs)),
  }));
}

/** Words near those that were typed which alone would find something. */
async function findNearest(db: Db, meanings: Meaning[], kinds: Kind[]): Promise<string[]> {
  const words = meanings.flatMap(({ alternatives, begun }) =>
    [...alternatives.toSorted((a, b) => a.level - b.level).map(({ word }) => word), ...begun].slice(
      0,
      NEAREST,
    ),
  );
  const held = await heldByAny(db, kinds, [...new Set(words)]);
  return [...new Set(words)].filter((word) => held.has(word)).slice(0, NEAREST);
}
