import { parseSearch } from './query.rules.ts';
import { distanceOf, typosAllowed, splitText, toPlain } from './search.rules.ts';

/**
 * Whether a text holds all words of a search, each as it is, begun, or with as many letters wrong as a search of the site
 * forgives: for lists that aren't in the index, of which a few thousand are looked through.
 */
export function matchWithTypos(q: string): (text: string) => boolean {
  const { terms, excluded } = parseSearch(q);
  return (text) => {
    const words = splitText(text);
    return (
      terms.length > 0 &&
      !excluded.some((phrase) => toPlain(text).includes(phrase)) &&
      terms.every(({ word, pairs }) =>
        pairs ? pairs.every((pair) => words.includes(pair)) : words.some((each) => isMeant(each, word)),
      )
    );
  };
}

function isMeant(word: string, typed: string): boolean {
  const typos = typosAllowed(typed);
  return word.startsWith(typed) || distanceOf(word, typed, typos) <= typos;
}
