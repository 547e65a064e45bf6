import type { SearchDuration, SearchSince, SearchSort } from '#contract/search.ts';
import type { Category } from '#contract/videos.ts';
import { readCursor, writeCursor } from '#server/app/http/cursor.ts';
import type { Db } from '#server/app/database/database.ts';
import { ANY_WORD, mean, meanAlike, waysToForgive } from './meaning.actions.ts';
import {
  EXACT,
  ONE_WRONG,
  PREFIX,
  TWO_WRONG,
  besidesIn,
  estimate,
  pastOf,
  sizeOf,
  stepsFrom,
  stepsOf,
  type Meaning,
} from './meaning.rules.ts';
import { parseSearch, tokenOf, FIELDS, FIELD_NUMBERS, KINDS, type Kind } from './search.rules.ts';
import { anyOf, areHeld, heldBy, runSteps, type Place, type StepsAsked } from './search.store.ts';
import { hashWords } from './words.store.ts';

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
  /** Looks in titles and names alone. */
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

/** What was found of a kind so far, best first. */
interface Hits {
  kind: Kind;
  found: Place[];
  /** How many there are altogether: counted, or an estimate of many. */
  total: number;
}

/** With fewer results than this, typing errors are looked for. */
const HARDLY_ANY = 3;
const NEAREST = 5;
/** More are not counted. */
const COUNTED = 1000;
/** Words that so many things hold are looked up in another way than rare ones. */
const EVERYWHERE = 4000;

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

const toWhole = (part: string | number): number => Math.trunc(Math.min(Math.max(Number(part), -9e15), 9e15));

/** The things that a search finds, best first (docs/search.md). */
export async function findThings(db: Db, asked: Asked): Promise<FoundThings> {
  const { terms, phrases, excluded } = parseSearch(asked.q);
  if (!terms.length) return { kinds: {}, corrected: null, words: [], nearest: [], terms: [] };
  const place = asked.cursor === undefined ? null : readCursor(asked.cursor, 'nnnn').map(toWhole);
  const [tier = 0, key = 0, id = 0, wasForgiven = 0] = place ?? [];
  const look = {
    db,
    asked,
    after: place && { tier, key, id },
    phrases,
    excluded: await hashWords(db, excluded),
  };
  const typed = await mean(db, terms);
  const nothing = asked.kinds.map((kind): Hits => ({ kind, found: [], total: 0 }));
  const plain = await find(look, nothing, typed, [EXACT, PREFIX]);
  // decided on the first page: the others go on in the same list
  const isForgiving = asked.forgive !== false && plain.every(({ found }) => found.length < HARDLY_ANY);
  const ways = place ? [wasForgiven].filter((way) => way > 0) : isForgiving ? waysToForgive(typed) : [];
  let [hits, meanings, forgiven] = [plain, typed, 0];
  for (const way of ways) {
    const alike = await meanAlike(db, typed, way === ANY_WORD);
    if (!alike) continue;
    hits = await find(look, plain, alike, [ONE_WRONG, TWO_WRONG]);
    [meanings, forgiven] = [alike, way];
    if (hits.some(({ found }) => found.length > 0)) break;
  }
  const pages = hits.map((each) => ({ kind: each.kind, ...toPage(each, asked.limit, forgiven) }));
  const isEmpty = !place && hits.every(({ found }) => found.length === 0);
  const isCorrected = !place && plain.every(({ found }) => found.length === 0);
  const meant = await termsIn(db, meanings, pages);
  return {
    kinds: Object.fromEntries(pages.map(({ kind, ...page }) => [kind, page])),
    corrected: isCorrected ? await correct(db, meanings, pages) : null,
    words: [...new Set(meant.flatMap(({ words }) => words))],
    terms: meant,
    nearest: isEmpty && !asked.titlesOnly ? await findNearest(db, meanings, asked.kinds) : [],
  };
}

interface Look {
  db: Db;
  asked: Asked;
  after: Place | null;
  phrases: string[];
  /** Hashes of words that nothing found may hold. */
  excluded: number[];
}

/** Things from the one level of closeness to the other, after those that were found already. */
async function find(
  look: Look,
  before: Hits[],
  meanings: Meaning[],
  levels: [number, number],
): Promise<Hits[]> {
  const asked = before.map((hits) => toAsked(look, hits, meanings, levels));
  const rows = await runSteps(look.db, asked);
  return before.map(({ kind, found, total }, at) => {
    const own = rows.filter((row) => row.kind === KINDS[kind]);
    const things = own.filter((row) => row.tier >= 0);
    const all = [...found, ...things];
    const counted = own.find((row) => row.tier < 0)?.id;
    const isAll = things.length < (asked[at]?.most ?? 0);
    const about = counted === undefined || counted > COUNTED ? estimate(meanings, kind, levels[1]) : counted;
    return { kind, found: all, total: Math.max(total, all.length, isAll ? 0 : about, counted ?? 0) };
  });
}

function toAsked(
  { asked, after, phrases, excluded }: Look,
  { kind, found }: Hits,
  meanings: Meaning[],
  levels: [number, number],
): StepsAsked {
  const { category, since, duration, limit, titlesOnly = false } = asked;
  const isVideos = kind === 'videos';
  const sort = isVideos ? (asked.sort ?? 'relevance') : 'relevance';
  const all = stepsOf(meanings, kind, levels, titlesOnly);
  // by date or views it doesn't matter how close a thing is
  const wanted = sort === 'relevance' ? all : all.slice(-1);
  // what is found without forgiving came before, on this page or an earlier one
  const unforgiven =
    after && levels[0] > EXACT ? stepsOf(meanings, kind, [EXACT, levels[0] - 1], titlesOnly) : [];
  const steps = after ? [...pastOf(unforgiven, levels[0] * 10), ...stepsFrom(wanted, after.tier)] : wanted;
  const beside = besidesIn(phrases, meanings, kind);
  return {
    kind,
    sort,
    steps: steps.map((step) => ({ ...step, neighbours: [...step.neighbours, ...beside] })),
    most: Math.max(limit, HARDLY_ANY) + 1,
    after,
    isCounted: !after && estimate(meanings, kind, levels[1]) <= COUNTED,
    known: found.map(({ id }) => id),
    excluded: anyOf(excluded.flatMap((hash) => FIELD_NUMBERS.map((field) => tokenOf(hash, kind, field)))),
    phrases,
    ...(isVideos && {
      category,
      since: since && SECONDS[since],
      lengths: duration && LENGTHS[duration],
    }),
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

const tokensOf = (hash: number, kind: Kind): number[] =>
  (FIELDS[kind].at(-1) ?? []).map((field) => tokenOf(hash, kind, field));

/** The search as it was probably meant: of each term the word that the best result holds. Null: as it was typed. */
async function correct(db: Db, meanings: Meaning[], pages: Pages): Promise<string | null> {
  const best = pages.find(({ ids }) => ids.length > 0);
  if (!best) return null;
  const isIn = await wordsHeld(db, meanings, [{ kind: best.kind, ids: best.ids.slice(0, 1) }]);
  const meant = meanings.map(({ term, words }) => {
    const held = words.toSorted((a, b) => a.level - b.level).find(isIn);
    return held && held.level >= ONE_WRONG ? held.word : term.word;
  });
  const corrected = meant.join(' ');
  return corrected === meanings.map(({ term }) => term.word).join(' ') ? null : corrected;
}

/** What was typed, and of what it may mean the words that something on the page holds: no others are told to anybody. */
async function termsIn(db: Db, meanings: Meaning[], pages: Pages): Promise<MeantTerm[]> {
  const isIn = await wordsHeld(db, meanings, pages);
  return meanings.map((meaning) => ({
    words: [...new Set([meaning.term.word, ...meaning.words.filter(isIn).map(({ word }) => word)])],
    isRun: meaning.pairs !== null,
    weight: 1 / (1 + Math.log2(1 + Math.max(0, estimate([meaning], 'videos', TWO_WRONG)))),
  }));
}

async function wordsHeld(
  db: Db,
  meanings: Meaning[],
  pages: Pages,
): Promise<(word: { hash: number }) => boolean> {
  const things = pages.flatMap(({ kind, ids }) => ids.map((id): [Kind, number] => [kind, id]));
  const kinds = [...new Set(things.map(([kind]) => kind))];
  const hashes = meanings.flatMap(({ words }) => words.map(({ hash }) => hash));
  const held = await heldBy(
    db,
    things,
    hashes.flatMap((hash) => kinds.flatMap((kind) => tokensOf(hash, kind))),
  );
  return ({ hash }) => kinds.some((kind) => tokensOf(hash, kind).some((token) => held.has(token)));
}

/** Words near those that were typed which alone would find something. */
async function findNearest(db: Db, meanings: Meaning[], kinds: Kind[]): Promise<string[]> {
  const words = meanings.flatMap(({ words: each }) =>
    each.toSorted((a, b) => a.level - b.level || sizeOf(b) - sizeOf(a)).slice(0, NEAREST),
  );
  const held = await areHeld(
    db,
    words.map((word) => ({
      tokens: kinds.flatMap((kind) => tokensOf(word.hash, kind)),
      isMany: sizeOf(word) >= EVERYWHERE,
    })),
  );
  const found = words.filter((_, at) => held[at]);
  return [...new Set(found.map(({ word }) => word))].slice(0, NEAREST);
}
