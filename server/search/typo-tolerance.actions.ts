import { parseSearch } from './query.rules.ts';
import { distanceOf, typosAllowed, splitText, toPlain } from './search.rules.ts';

/**
 * Whether a text contains all words of a search: exactly, as a prefix, or with the typos that the site's
 * search tolerates. For unindexed lists of up to a few thousand items.
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
