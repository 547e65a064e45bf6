import type { DbOrTrx } from '#server/app/database/database.ts';
import { ONE_WRONG, STEM, TWO_WRONG, type Alternative, type Term } from './query.rules.ts';
import { distanceOf, typosAllowed } from './search.rules.ts';
import { findSimilar, findWords, lookUpWords } from './vocabulary.store.ts';

/** A term with its matches in the site's vocabulary. */
export interface ExpandedTerm extends Term {
  /** How many items contain the word, as last counted. */
  docs: number;
  /** The site has the word, one of its stem, or one that begins with it. */
  isKnown: boolean;
  /** Of the vocabulary, the commonest first: words that begin with it. */
  begun: string[];
}

/** What the terms match without typos. */
export async function expandQuery(db: DbOrTrx, terms: Term[]): Promise<ExpandedTerm[]> {
  const words = terms.filter(({ pairs }) => !pairs).map(({ word }) => word);
  const known = words.length ? await lookUpWords(db, words) : [];
  return terms.map((term) => {
    const { docs = -1, stems = [], begun = [] } = known.find(({ typed }) => typed === term.word) ?? {};
    return {
      ...term,
      alternatives: [...term.alternatives, ...stems.map((word) => ({ word, level: STEM }))],
      docs: Math.max(0, docs),
      isKnown: term.pairs !== null || docs >= 0 || stems.length > 0 || begun.length > 0,
      begun,
    };
  });
}

/** What may be wrong: the words that the site doesn't have, or any. */
const UNKNOWN_WORD = 1;
export const ANY_WORD = 2;

export const typoLevels = (expandedTerms: ExpandedTerm[]): number[] =>
  expandedTerms.every(({ isKnown }) => isKnown) ? [ANY_WORD] : [UNKNOWN_WORD, ANY_WORD];

/** Few alternatives: each is looked for in every step. */
const ALIKE = 8;
/** Allowed typos in a word; a word of four letters typed without one has only three. */
const typosAllowedIn = (typed: string): number => (/^\p{L}{3}$/u.test(typed) ? 1 : typosAllowed(typed));
const MIN_TYPO_LENGTH = 4;

/** The same, with typos allowed; null: nothing new. Only terms with no match may have typos, unless `all`. */
export async function expandWithTypos(
  db: DbOrTrx,
  expandedTerms: ExpandedTerm[],
  all: boolean,
): Promise<ExpandedTerm[] | null> {
  const wrong = expandedTerms.filter(
    ({ word, pairs, isKnown }) => !pairs && typosAllowedIn(word) > 0 && (all || !isKnown),
  );
  // two neighbours may be one word that was typed with a space in it
  const joined = expandedTerms.slice(1).map(({ word }, at) => (expandedTerms[at]?.word ?? '') + word);
  const swapped = wrong.flatMap(({ word }) => swapsOf(word));
  const [similar, whole] = await Promise.all([
    findSimilar(
      db,
      wrong.map(({ word }) => word),
    ),
    findWords(db, [...new Set([...joined, ...swapped])]),
  ]);
  const alike = expandedTerms.map((expanded, at): Alternative[] => {
    const together = [joined[at - 1], joined[at]].flatMap((word) =>
      whole.some((each) => each.word === word) ? [{ word: word ?? '', level: ONE_WRONG }] : [],
    );
    return wrong.includes(expanded)
      ? [...together, ...nearest(expanded.word, [...similar, ...whole])]
      : together;
  });
  if (alike.every((each) => each.length === 0) && !expandedTerms.some(({ pairs }) => pairs)) return null;
  return expandedTerms.map((expanded, at) => ({
    ...expanded,
    alternatives: [...expanded.alternatives, ...(alike[at] ?? [])],
  }));
}

/** Words with one letter wrong, or with two where none has one. The most common first. */
function nearest(typed: string, candidates: { word: string; docs: number }[]): Alternative[] {
  const letters = typosAllowedIn(typed);
  const near = candidates
    .map((each) => ({ ...each, distance: distanceOf(each.word, typed, letters) }))
    .filter(
      ({ word, distance }) => distance > 0 && distance <= letters && [...word].length >= MIN_TYPO_LENGTH,
    )
    .toSorted((a, b) => a.distance - b.distance || b.docs - a.docs || (a.word < b.word ? -1 : 1));
  const words = near.filter(({ distance }) => distance === near[0]?.distance).map(({ word }) => word);
  const level = near[0]?.distance === 1 ? ONE_WRONG : TWO_WRONG;
  return [...new Set(words)].slice(0, ALIKE).map((word) => ({ word, level }));
}

/** A short word with two letters swapped shares hardly a trigram with the intended one. */
const swapsOf = (word: string): string[] => {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] ?? '').join(''));
};
