import {
  FIELDS,
  FIELD_NUMBERS,
  KINDS,
  SPOKEN,
  isRun,
  neighboursOf,
  tokenOf,
  wordsOf,
  type Kind,
  type Term,
} from './search.rules.ts';
import { anyOf, type AnyOf, type Step } from './search.store.ts';
import type { KnownWord } from './words.store.ts';

/** How a thing's word stands to the one that was typed. */
export const EXACT = 1;
export const PREFIX = 3;
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
/** Of what a word may mean so many are looked for beside its neighbour. */
const NEIGHBOURS = 8;
/** Steps that more things may meet begin with the best things. */
const MANY = 2000;
/** Steps of words that stand anywhere come after those of words side by side. */
const APART = 4;

export const sizeOf = ({ docs }: KnownWord): number => docs.reduce((sum, each) => sum + each, 0);

const tokensIn = (known: KnownWord | null, kind: Kind, fields: number[]): number[] =>
  known ? fields.map((field) => tokenOf(known.hash, kind, field)) : [];

const meantAt = ({ words }: Meaning, level: number) => words.filter((word) => word.level <= level);

/** The ways in which a term is met, each with the sets that it takes. */
function waysOf(meaning: Meaning, kind: Kind, level: number, fields: number[]): number[][][] {
  const { pairs } = meaning;
  if (!pairs) return [[meantAt(meaning, level).flatMap((word) => tokensIn(word, kind, fields))]];
  const sets = pairs.map((pair) => tokensIn(pair, kind, fields));
  if (level < ONE_WRONG || sets.length < FORGIVEN_PAIRS) return [sets];
  const gap = spoilt(sets.length);
  const ways = sets
    .slice(0, sets.length - gap + 1)
    .map((_, at) => sets.toSpliced(at, gap).filter((set) => set.length > 0));
  return ways.filter((way) => way.length >= Math.max(1, sets.length - gap));
}

/** For each two words that follow each other the numbers they have side by side; none of runs, or of a single word. */
function besidesOf(meanings: Meaning[], kind: Kind, level: number, fields: number[]): AnyOf[] {
  if (meanings.some(({ pairs }) => pairs)) return [];
  const closest = meanings.map((meaning) =>
    meantAt(meaning, level)
      .toSorted((a, b) => a.level - b.level || sizeOf(b) - sizeOf(a))
      .slice(0, NEIGHBOURS),
  );
  return closest.slice(1).map((words, at) => {
    const both = words.flatMap((word) =>
      (closest[at] ?? []).map((before) => neighboursOf(before.hash, word.hash)),
    );
    return anyOf(fields.flatMap((field) => both.map((hash) => tokenOf(hash, kind, field))));
  });
}

/** What holds these phrases, holds their words side by side: to look for these first spares reading most texts. */
export function besidesIn(phrases: string[], meanings: Meaning[], kind: Kind): AnyOf[] {
  const hashes = new Map(
    meanings.flatMap(({ words }) =>
      words.filter(({ level }) => level === EXACT).map(({ word, hash }) => [word, hash]),
    ),
  );
  return phrases.flatMap((phrase) => {
    const words = wordsOf(phrase);
    return words.slice(1).flatMap((word, at) => {
      const both = [words[at] ?? '', word];
      const [first, second] = both.map((each) => hashes.get(each));
      if (both.some(isRun) || first === undefined || second === undefined) return [];
      return [anyOf(FIELD_NUMBERS.map((field) => tokenOf(neighboursOf(first, second), kind, field)))];
    });
  });
}

/** The steps of one level of closeness: words side by side, then apart; of each the title alone, then names too, then texts, then what is said. */
function stepsAt(meanings: Meaning[], kind: Kind, level: number, titlesOnly: boolean): Step[] {
  const isMany = estimate(meanings, kind, level) > MANY;
  const all = (titlesOnly ? FIELDS[kind].slice(0, 1) : FIELDS[kind]).flatMap((fields, at) => {
    const ways = meanings.map((meaning) => waysOf(meaning, kind, level, fields));
    const isMet = ways.every((each) => each.some((sets) => sets.every((set) => set.length > 0)));
    if (!isMet) return [];
    const terms = ways.map((each) => each.map((sets) => sets.map(anyOf)));
    const neighbours = besidesOf(meanings, kind, level, fields);
    const step = { terms, isSpoken: fields.includes(SPOKEN), isPast: false };
    return [
      ...(neighbours.length ? [{ ...step, tier: level * 10 + at, neighbours, isMany }] : []),
      { ...step, tier: level * 10 + APART + at, neighbours: [], isMany },
    ];
  });
  return all.toSorted((a, b) => a.tier - b.tier);
}

/** The steps from the one level to the other, without those that say the same as one before. */
export function stepsOf(
  meanings: Meaning[],
  kind: Kind,
  [from, to]: [number, number],
  titlesOnly: boolean,
): Step[] {
  const steps = new Map<string, Step>();
  for (let level = from; level <= to; level++)
    for (const step of stepsAt(meanings, kind, level, titlesOnly)) {
      const key = JSON.stringify([step.terms, step.neighbours]);
      if (!steps.has(key)) steps.set(key, step);
    }
  return [...steps.values()];
}

const isApart = ({ neighbours }: Step): boolean => neighbours.length === 0;

const levelOf = (tier: number): number => Math.trunc(tier / 10);

/** The steps of a page that begins with this one, after those that tell what came on earlier pages. */
export function stepsFrom(steps: Step[], tier: number): Step[] {
  return [...pastOf(steps, tier), ...steps.filter((step) => step.tier >= tier)];
}

/**
 * Of the steps before this one the widest: what met any of them meets one of these. A step of a further level isn't wider
 * than one of a level before that looks into more fields, and words side by side aren't than fewer fields with words apart.
 */
export function pastOf(steps: Step[], tier: number): Step[] {
  const past = steps.filter((step) => step.tier < tier);
  const level = past.filter((step) => levelOf(step.tier) === levelOf(tier));
  const before = past.findLast((step) => isApart(step) && levelOf(step.tier) < levelOf(tier));
  const widest = [before, level.findLast((step) => !isApart(step)), level.findLast(isApart)];
  return widest.flatMap((step) => (step ? [{ ...step, isPast: true }] : []));
}

/** At most so many things of a kind meet all terms at this level, as last counted. */
export function estimate(meanings: Meaning[], kind: Kind, level: number): number {
  const docs = (word: KnownWord | null) => word?.docs[KINDS[kind] - 1] ?? 0;
  return Math.min(
    ...meanings.map((meaning) =>
      meaning.pairs
        ? Math.min(...meaning.pairs.map(docs))
        : meantAt(meaning, level).reduce((sum, word) => sum + docs(word), 0),
    ),
  );
}
