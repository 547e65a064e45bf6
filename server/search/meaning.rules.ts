import { FIELDS, KINDS, tokenOf, type Kind, type Term } from './search.rules.ts';
import type { Tier } from './search.store.ts';
import type { KnownWord } from './words.store.ts';

/** How a thing's word stands to the one that was typed. */
export const EXACT = 1;
export const BEGUN = 3;
export const ONE_WRONG = 4;
export const TWO_WRONG = 5;

/** What a term of a search may mean: known words, each with the level from which on it counts. */
export interface Meaning {
  term: Term;
  words: (KnownWord & { level: number })[];
  /** Of a run of a script without spaces: each pair, in order; null where the site has never seen it. */
  pairs: (KnownWord | null)[] | null;
}

/** How many neighbouring pairs one wrong letter spoils; of short runs fewer, so that something is left. */
const spoilt = (pairs: number): number => (pairs < 4 ? 2 : 3);
/** Shorter runs aren't forgiven anything. */
const FORGIVEN_PAIRS = 3;

const tokensIn = (known: KnownWord | null, kind: Kind, fields: number[]): number[] =>
  known ? fields.map((field) => tokenOf(known.hash, kind, field)) : [];

/** The groups of sets of tokens by which a term is met, see Tier. */
function groupsOf(meaning: Meaning, kind: Kind, level: number, fields: number[]): number[][][] {
  const { pairs, words } = meaning;
  if (!pairs)
    return [[words.filter((word) => word.level <= level).flatMap((word) => tokensIn(word, kind, fields))]];
  const sets = pairs.map((pair) => tokensIn(pair, kind, fields));
  if (level < ONE_WRONG || sets.length < FORGIVEN_PAIRS) return [sets];
  const gap = spoilt(sets.length);
  const groups = sets
    .slice(0, sets.length - gap + 1)
    .map((_, at) => sets.toSpliced(at, gap).filter((set) => set.length > 0));
  return groups.filter((group) => group.length >= Math.max(1, sets.length - gap));
}

/** The steps of one level of closeness: first of the title alone, then of names too, then of everything. */
export function tiersOf(meanings: Meaning[], kind: Kind, level: number, titlesOnly = false): Tier[] {
  const fields = titlesOnly ? FIELDS[kind].slice(0, 1) : FIELDS[kind];
  return fields.flatMap((each, at) => {
    const terms = meanings.map((meaning) => groupsOf(meaning, kind, level, each));
    const isHopeless = terms.some(
      (groups) => !groups.some((sets) => sets.every((tokens) => tokens.length > 0)),
    );
    return isHopeless ? [] : [{ tier: level * 10 + at, terms }];
  });
}

/** At most so many things of a kind meet all terms at this level, as last counted. */
export function estimate(meanings: Meaning[], kind: Kind, level: number): number {
  const docs = (word: KnownWord | null) => word?.docs[KINDS[kind] - 1] ?? 0;
  return Math.min(
    ...meanings.map(({ pairs, words }) =>
      pairs
        ? Math.min(...pairs.map(docs))
        : words.filter((word) => word.level <= level).reduce((sum, word) => sum + docs(word), 0),
    ),
  );
}
