import type { DbOrTrx } from '#server/app/database/database.ts';
import { EXACT, ONE_WRONG, PREFIX, TWO_WRONG, sizeOf, type Meaning } from './meaning.rules.ts';
import { distanceOf, lettersForgiven, type Term } from './search.rules.ts';
import { findAlike, lookUpWords } from './words.store.ts';

const ALIKE = 24;

/** What the terms may mean without typing errors. */
export async function mean(db: DbOrTrx, terms: Term[]): Promise<Meaning[]> {
  // two neighbours may be one word that was typed with a space in it
  const joined = terms.slice(1).map(({ word }, at) => (terms[at]?.word ?? '') + word);
  const asked = [...terms.flatMap(({ word, pairs }) => pairs ?? [word]), ...joined];
  const known = await lookUpWords(db, [...new Set(asked)]);
  return terms.map((term, at): Meaning => {
    const { word, pairs } = term;
    const exactly = (typed: string) =>
      known.find((each) => each.typed === typed && each.closeness === EXACT) ?? null;
    if (pairs) return { term, words: [], pairs: pairs.map(exactly) };
    const words = known
      .filter(({ typed }) => typed === word)
      .map((each) => ({ ...each, level: each.closeness }));
    const together = [joined[at - 1], joined[at]].flatMap((typed) => {
      const one = typed === undefined ? null : exactly(typed);
      return one ? [{ ...one, level: ONE_WRONG }] : [];
    });
    return { term, words: [...words, ...together], pairs: null };
  });
}

/** Whether the site has the word, or one of its stem or beginning. */
const isKnown = ({ words, pairs }: Meaning): boolean =>
  pairs !== null || words.some(({ level }) => level <= PREFIX);

/** What may be wrong: the words that the site doesn't have, or any. */
const UNKNOWN_WORD = 1;
export const ANY_WORD = 2;

export const waysToForgive = (meanings: Meaning[]): number[] =>
  meanings.every((meaning) => isKnown(meaning)) ? [ANY_WORD] : [UNKNOWN_WORD, ANY_WORD];

/**
 * The same with what the terms may mean with typing errors; null: nothing new. Where the site doesn't have some of the
 * words it is these that are wrong, `all`: any may be.
 */
export async function meanAlike(db: DbOrTrx, meanings: Meaning[], all: boolean): Promise<Meaning[] | null> {
  const wrong = meanings.filter((meaning) => all || !isKnown(meaning));
  const alike = await findNear(
    db,
    wrong.flatMap(({ term, pairs }) => (pairs ? [] : [term.word])),
  );
  const isMore =
    alike.length > 0 ||
    meanings.some(({ pairs, words }) => pairs !== null || words.some(({ level }) => level >= ONE_WRONG));
  if (!isMore) return null;
  return meanings.map((meaning) => ({
    ...meaning,
    words: [...meaning.words, ...alike.filter(({ typed }) => typed === meaning.term.word)],
  }));
}

/** Letters that may be wrong in a word; of a word of four that lacks one, three are left. */
const forgivenIn = (typed: string): number => (/^\p{L}{3}$/u.test(typed) ? 1 : lettersForgiven(typed));
const MIN_FORGIVEN = 4;

/** Known words with a letter wrong; with two only where there is none with one. */
async function findNear(db: DbOrTrx, typed: string[]) {
  const ask = async (words: string[], letters: number) => {
    const asked = words.map((word) => ({ typed: word, letters }));
    const near = (asked.length ? await findAlike(db, asked) : [])
      .map((known) => ({ ...known, distance: distanceOf(known.word, known.typed, letters) }))
      .filter(({ word, distance }) => distance > 0 && distance <= letters && [...word].length >= MIN_FORGIVEN)
      .map((known) => ({ ...known, docs: known.docs.slice(1, -1).split(',').map(Number) }))
      .toSorted((a, b) => a.distance - b.distance || sizeOf(b) - sizeOf(a) || (a.word < b.word ? -1 : 1));
    return words.flatMap((word) =>
      near
        .filter((each) => each.typed === word)
        .slice(0, ALIKE)
        .map(({ distance, ...known }) => ({ ...known, level: distance === 1 ? ONE_WRONG : TWO_WRONG })),
    );
  };
  const one = await ask(
    typed.filter((word) => forgivenIn(word) > 0),
    1,
  );
  const two = await ask(
    typed.filter((word) => forgivenIn(word) > 1 && !one.some((near) => near.typed === word)),
    2,
  );
  return [...one, ...two];
}
