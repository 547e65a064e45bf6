import type { SearchSort } from '#contract/search.ts';
import type { Category } from '#contract/videos.ts';
import { readCursor, writeCursor } from '#server/app/http/cursor.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { readQuickly } from './limited.store.ts';
import { BEGUN, EXACT, ONE_WRONG, TWO_WRONG, estimate, tiersOf, type Meaning } from './meaning.rules.ts';
import {
  deletionsOf,
  distanceOf,
  lettersForgiven,
  parseSearch,
  tokenOf,
  FIELDS,
  type Kind,
  type ParsedSearch,
  type Term,
} from './search.rules.ts';
import {
  areAlive,
  collect,
  tokensOf,
  walk,
  type Filters,
  type Find,
  type Found,
  type Tier,
} from './search.store.ts';
import { findAlike, hashWords, lookUpWords, type KnownWord } from './words.store.ts';

export interface Asked {
  q: string;
  kinds: Kind[];
  sort?: SearchSort | undefined;
  filters?: Pick<Filters, 'category' | 'duration' | 'since'> & { category?: Category | undefined };
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
  /** What was looked for, folded. */
  words: string[];
  nearest: string[];
}

/** More things than this are not sorted but walked through from the best on. */
const MANY = 4000;
/** With fewer results than this, typing errors are looked for. */
const HARDLY_ANY = 3;
const ALIKE = 24;
const NEAREST = 5;
/** What is tried in turn, where a step takes too long. */
const PATIENCE = [TWO_WRONG, BEGUN, EXACT];

const toWhole = (part: string | number): number => Math.trunc(Math.min(Math.max(Number(part), -9e15), 9e15));

const NOTHING: FoundThings = { kinds: {}, corrected: null, words: [], nearest: [] };

/** The things that a search finds, best first (docs/search.md). Never fails for being slow: then it forgives less. */
export async function findThings(db: Db, asked: Asked): Promise<FoundThings> {
  const parsed = parseSearch(asked.q);
  if (!parsed.terms.length) return NOTHING;
  for (const most of PATIENCE) {
    const found = await readQuickly(db, (connection) => search(connection, asked, parsed, most));
    if (found) return found;
  }
  return NOTHING;
}

async function search(db: DbOrTrx, asked: Asked, parsed: ParsedSearch, most: number): Promise<FoundThings> {
  const meanings = await mean(db, parsed.terms);
  const excluded = parsed.excluded.length ? await hashWords(db, parsed.excluded) : new Map<string, number>();
  const hits = new Map<Kind, Hits>();
  const place = asked.cursor === undefined ? null : readCursor(asked.cursor, 'nnnn').map(toWhole);
  const [tier = 0, key = 0, id = 0, wasForgiving = 0] = place ?? [];
  for (const kind of asked.kinds) {
    const find: Find = {
      kind,
      sort: asked.sort ?? 'relevance',
      filters: {
        ...asked.filters,
        phrases: parsed.phrases,
        excluded: [...excluded.values()].flatMap((hash) =>
          [1, 2, 3].map((field) => tokenOf(hash, kind, field)),
        ),
      },
      after: place && { tier, key, id },
      most: Math.max(asked.limit, HARDLY_ANY) + 1,
    };
    hits.set(kind, await findKind(db, find, meanings, [EXACT, Math.min(BEGUN, most)], asked.titlesOnly));
  }
  const isFew = [...hits.values()].every(({ found }) => found.length < HARDLY_ANY);
  // decided on the first page: the others go on in the same list
  const forgives = place ? wasForgiving > 0 : asked.forgive !== false && most > BEGUN && isFew;
  let corrected: string | null = null;
  if (forgives && (await addAlike(db, meanings))) {
    const isNothing = !place && [...hits.values()].every(({ found }) => found.length === 0);
    for (const [kind, { find, found, total }] of hits) {
      const typos = await findKind(db, find, meanings, [ONE_WRONG, TWO_WRONG], asked.titlesOnly);
      hits.set(kind, { find, found: [...found, ...typos.found], total: total + typos.total });
    }
    if (isNothing) corrected = await correct(db, meanings, hits);
  }
  const isEmpty = [...hits.values()].every(({ found }) => found.length === 0) && !place;
  return {
    kinds: Object.fromEntries([...hits].map(([kind, each]) => [kind, toPage(each, asked.limit, forgives)])),
    corrected,
    words: [...new Set(meanings.flatMap(({ term, words }) => [term.word, ...words.map(({ word }) => word)]))],
    nearest: isEmpty && !asked.titlesOnly ? await findNearest(db, meanings, asked.kinds) : [],
  };
}

function toPage({ found, total }: Hits, limit: number, forgives: boolean): FoundOfKind {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    more: Math.max(total, found.length) - page.length,
    nextCursor:
      found.length > limit && last ? writeCursor(last.tier, last.key, last.id, Number(forgives)) : null,
  };
}

/** What the terms may mean without typing errors. */
async function mean(db: DbOrTrx, terms: Term[]): Promise<Meaning[]> {
  // two neighbours may be one word that was typed with a space in it
  const joined = terms.slice(1).map(({ word }, at) => (terms[at]?.word ?? '') + word);
  const typed = [...terms.flatMap(({ word, pairs }) => pairs ?? [word]), ...joined];
  const known = await lookUpWords(db, [...new Set(typed)]);
  return terms.map((term, at) => {
    const { word, pairs } = term;
    if (pairs)
      return {
        term,
        words: [],
        pairs: pairs.map((pair) => known.find((each) => each.typed === pair && each.closeness === 1) ?? null),
      };
    const words = known
      .filter(({ typed }) => typed === word)
      .map(({ word: each, hash, docs, closeness }) => ({ word: each, hash, docs, level: closeness }));
    const together = known
      .filter(({ typed: each, closeness }) => closeness === 1 && [joined[at - 1], joined[at]].includes(each))
      .map(({ word: each, hash, docs }) => ({ word: each, hash, docs, level: ONE_WRONG }));
    return { term, words: [...words, ...together], pairs: null };
  });
}

/** What they may mean with typing errors: added to what is there. False: nothing new. */
async function addAlike(db: DbOrTrx, meanings: Meaning[]): Promise<boolean> {
  let isMore = false;
  for (const { term, words, pairs } of meanings) {
    const forgiven = pairs ? 0 : lettersForgiven(term.word);
    const more = forgiven > 0 ? await alike(db, term.word, forgiven) : [];
    words.push(...more);
    isMore ||= more.length > 0 || pairs !== null || words.some(({ level }) => level >= ONE_WRONG);
  }
  return isMore;
}

const sizeOf = ({ docs }: KnownWord): number => docs.reduce((sum, each) => sum + each, 0);

async function alike(db: DbOrTrx, typed: string, forgiven: number) {
  const near = (await findAlike(db, typed, deletionsOf(typed)))
    .map((known) => ({ known, distance: distanceOf(known.word, typed, forgiven) }))
    .filter(({ distance }) => distance > 0 && distance <= forgiven);
  return near
    .toSorted((a, b) => a.distance - b.distance || sizeOf(b.known) - sizeOf(a.known))
    .slice(0, ALIKE)
    .map(({ known, distance }) => ({ ...known, level: distance === 1 ? ONE_WRONG : TWO_WRONG }));
}

interface Hits {
  find: Find;
  found: Found[];
  total: number;
}

/** One kind's things from the one level of closeness to the other. */
async function findKind(
  db: DbOrTrx,
  find: Find,
  meanings: Meaning[],
  [from, to]: [number, number],
  titlesOnly = false,
): Promise<Hits> {
  const { kind, after } = find;
  const tiers = (first: number, last: number): Tier[] => {
    const each = [];
    for (let level = first; level <= last; level++) each.push(...tiersOf(meanings, kind, level, titlesOnly));
    return find.sort === 'relevance' ? each : each.slice(-1);
  };
  const count = (level: number) => estimate(meanings, kind, level);
  const before = from > EXACT ? (tiers(EXACT, from - 1).at(-1) ?? null) : null;
  if (count(to) <= MANY || to === from || find.sort !== 'relevance') {
    const asked = tiers(from, to);
    if (count(to) > MANY) return findMany(db, find, asked, before, count(to));
    const found = asked.length ? await collect(db, find, asked, before) : [];
    return { find, found, total: after ? 0 : (found[0]?.total ?? 0) };
  }
  // words that are everywhere: the closest ones first, the others only if those don't fill the page
  const near = await findKind(db, find, meanings, [from, from], titlesOnly);
  if (near.found.length >= find.most) return near;
  const far = await findKind(
    db,
    { ...find, most: find.most - near.found.length },
    meanings,
    [from + 1, to],
    titlesOnly,
  );
  return { find, found: [...near.found, ...far.found], total: near.total + far.total };
}

/** Things of words that are everywhere, step by step: from the best on, and by the index where that gives too few. */
async function findMany(
  db: DbOrTrx,
  find: Find,
  tiers: Tier[],
  before: Tier | null,
  total: number,
): Promise<Hits> {
  const { after } = find;
  const found: Found[] = [];
  const left = tiers.filter(({ tier }) => !after || tier >= after.tier);
  const fresh = left.filter(({ tier }) => tier !== after?.tier);
  const walked =
    fresh.length === tiers.length ? await walk(db, { ...find, after: null }, tiers, before) : null;
  for (const [at, tier] of tiers.entries()) {
    if (!left.includes(tier) || found.length >= find.most) continue;
    const need = { ...find, most: find.most - found.length, after: tier.tier === after?.tier ? after : null };
    const previous = tiers[at - 1] ?? before;
    const best = walked
      ? walked.filter((each) => each.tier === tier.tier)
      : await walk(db, need, [tier], previous);
    const enough = best.length >= need.most ? best : await collect(db, need, [tier], previous);
    found.push(...enough.slice(0, need.most));
  }
  return { find, found, total: after ? 0 : Math.max(total, found.length) };
}

/** The search as it was probably meant: of each term the word that the best result holds. Null: as it was typed. */
async function correct(db: DbOrTrx, meanings: Meaning[], hits: Map<Kind, Hits>): Promise<string | null> {
  const best = [...hits].find(([, { found }]) => found.length > 0);
  const first = best?.[1].found[0];
  if (!best || !first) return null;
  const [kind] = best;
  const tokens = new Set(await tokensOf(db, kind, first.id));
  const fields = FIELDS[kind].at(-1) ?? [];
  const meant = meanings.map(({ term, words }) => {
    const held = words
      .toSorted((a, b) => a.level - b.level)
      .find(({ hash }) => fields.some((field) => tokens.has(tokenOf(hash, kind, field))));
    return held && held.level >= ONE_WRONG ? held.word : term.word;
  });
  const corrected = meant.join(' ');
  return corrected === meanings.map(({ term }) => term.word).join(' ') ? null : corrected;
}

/** Words near those that were typed which alone would find something. */
async function findNearest(db: DbOrTrx, meanings: Meaning[], kinds: Kind[]): Promise<string[]> {
  const words = meanings.flatMap(({ words: each }) =>
    each.toSorted((a, b) => a.level - b.level || sizeOf(b) - sizeOf(a)).slice(0, NEAREST),
  );
  const sets = words.map(({ hash }) =>
    kinds.flatMap((kind) => (FIELDS[kind].at(-1) ?? []).map((field) => tokenOf(hash, kind, field))),
  );
  const alive = await areAlive(db, sets);
  return [...new Set(words.filter((_, at) => alive[at]).map(({ word }) => word))].slice(0, NEAREST);
}
