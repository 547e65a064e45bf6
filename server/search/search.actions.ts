import type { SearchSort } from '#contract/search.ts';
import type { Category } from '#contract/videos.ts';
import { readCursor, writeCursor } from '#server/app/http/cursor.ts';
import type { Db } from '#server/app/database/database.ts';
import { AT_ONCE, flushAtOnce } from './flush.actions.ts';
import { findKinds, type Hits } from './kinds.actions.ts';
import { readQuickly } from './limited.store.ts';
import { ANY_WORD, mean, meanAlike, sizeOf, waysToForgive, wordsOf } from './meaning.actions.ts';
import { BEGUN, EXACT, ONE_WRONG, TWO_WRONG, type Meaning } from './meaning.rules.ts';
import type { SearchMirror } from './mirror.actions.ts';
import { databaseIndex, type SearchIndex } from './reading.store.ts';
import { parseSearch, tokenOf, FIELDS, type Kind, type ParsedSearch } from './search.rules.ts';
import type { Filters } from './search.store.ts';

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

/** With fewer results than this, typing errors are looked for. */
const HARDLY_ANY = 3;
const NEAREST = 5;
const EVERYWHERE = 4000;
/** What is tried in turn, where a step takes too long. */
const PATIENCE = [TWO_WRONG, BEGUN, EXACT];

const toWhole = (part: string | number): number => Math.trunc(Math.min(Math.max(Number(part), -9e15), 9e15));

const NOTHING: FoundThings = { kinds: {}, corrected: null, words: [], nearest: [] };

/**
 * The things that a search finds, best first (docs/search.md): by the process's copy of the index, where `mirror` has one
 * that can tell, else by the database. Never fails for being slow: then it forgives less.
 */
export async function findThings(db: Db, asked: Asked, mirror?: SearchMirror): Promise<FoundThings> {
  const parsed = parseSearch(asked.q);
  if (!parsed.terms.length) return NOTHING;
  const mirrored = isFirstPage(asked, parsed)
    ? await mirror?.use([...wordsOf(parsed.terms), ...parsed.excluded], (index) =>
        search(index, asked, parsed, { most: TWO_WRONG, needsFresh: false }),
      )
    : null;
  if (mirrored && mirrored !== 'stale') return mirrored;
  let isFresh = false;
  for (const most of PATIENCE) {
    const look = (needsFresh: boolean) =>
      readQuickly(db, (connection) => search(databaseIndex(connection), asked, parsed, { most, needsFresh }));
    let found = await look(!isFresh);
    if (found === 'stale') {
      isFresh = true;
      await flushAtOnce(db);
      found = await look(false);
    }
    if (found && found !== 'stale') return found;
  }
  return NOTHING;
}

/** What nearly everybody asks for: the first page by relevance, of all there is. */
const isFirstPage = ({ cursor, sort, filters }: Asked, { phrases }: ParsedSearch): boolean =>
  cursor === undefined &&
  phrases.length === 0 &&
  (sort ?? 'relevance') === 'relevance' &&
  !(filters?.category ?? filters?.duration ?? filters?.since);

async function search(
  index: SearchIndex,
  asked: Asked,
  parsed: ParsedSearch,
  { most, needsFresh }: { most: number; needsFresh: boolean },
): Promise<FoundThings | 'stale'> {
  const { meanings: typed, pending } = await mean(index, parsed.terms);
  if (needsFresh && pending > 0 && pending <= AT_ONCE) return 'stale';
  const place = asked.cursor === undefined ? null : readCursor(asked.cursor, 'nnnn').map(toWhole);
  const [tier = 0, key = 0, id = 0, wasForgiven = 0] = place ?? [];
  const excluded = parsed.excluded.length
    ? await index.hashWords(parsed.excluded)
    : new Map<string, number>();
  const start = asked.kinds.map((kind): Hits => ({
    find: {
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
    },
    found: [],
    total: 0,
  }));
  let hits = await findKinds(index, start, typed, [EXACT, Math.min(BEGUN, most)], asked.titlesOnly);
  let meanings = typed;
  let forgiven = 0;
  const isNothing = !place && hits.every(({ found }) => found.length === 0);
  // decided on the first page: the others go on in the same list
  const isForgiving =
    asked.forgive !== false && most > BEGUN && hits.every(({ found }) => found.length < HARDLY_ANY);
  const ways = place ? [wasForgiven].filter((way) => way > 0) : isForgiving ? waysToForgive(typed) : [];
  for (const way of ways) {
    const alike = await meanAlike(index, typed, way === ANY_WORD);
    if (!alike) continue;
    [meanings, forgiven] = [alike, way];
    hits = await findKinds(index, hits, alike, [ONE_WRONG, TWO_WRONG], asked.titlesOnly);
    if (hits.some(({ found }) => found.length > 0)) break;
  }
  const corrected = isNothing ? await correct(index, meanings, hits) : null;
  const isEmpty = hits.every(({ found }) => found.length === 0) && !place;
  return {
    kinds: Object.fromEntries(hits.map((each) => [each.find.kind, toPage(each, asked.limit, forgiven)])),
    corrected,
    words: [...new Set(meanings.flatMap(({ term, words }) => [term.word, ...words.map(({ word }) => word)]))],
    nearest: isEmpty && !asked.titlesOnly ? await findNearest(index, meanings, asked.kinds) : [],
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

/** The search as it was probably meant: of each term the word that the best result holds. Null: as it was typed. */
async function correct(index: SearchIndex, meanings: Meaning[], hits: Hits[]): Promise<string | null> {
  const best = hits.find(({ found }) => found.length > 0);
  const first = best?.found[0];
  if (!best || !first) return null;
  const { kind } = best.find;
  const tokens = new Set(await index.tokensOf(kind, first.id));
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
async function findNearest(index: SearchIndex, meanings: Meaning[], kinds: Kind[]): Promise<string[]> {
  const words = meanings.flatMap(({ words: each }) =>
    each.toSorted((a, b) => a.level - b.level || sizeOf(b) - sizeOf(a)).slice(0, NEAREST),
  );
  // what is everywhere needs no proof, and would take long to look up
  const rare = words.filter((word) => sizeOf(word) < EVERYWHERE);
  const sets = rare.map(({ hash }) =>
    kinds.flatMap((kind) => (FIELDS[kind].at(-1) ?? []).map((field) => tokenOf(hash, kind, field))),
  );
  const alive = await index.areAlive(sets);
  const found = words.filter((word) => !rare.includes(word) || alive[rare.indexOf(word)]);
  return [...new Set(found.map(({ word }) => word))].slice(0, NEAREST);
}
