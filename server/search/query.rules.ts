import { fold, isRun, pairsOf, toPlain, wordsOf } from './search.rules.ts';

/** The kinds of items, as numbered in `search_docs`. */
export const KINDS = { videos: 1, people: 2, posts: 3, products: 4 } as const;
export type Kind = keyof typeof KINDS;

/** How close a match is to the typed word; the least close word of a search counts. */
export const EXACT = 1;
export const STEM = 2;
export const PREFIX = 3;
export const ONE_WRONG = 4;
export const TWO_WRONG = 5;

export interface Alternative {
  word: string;
  level: number;
}

/**
 * A word of a search and its possible meanings; in scripts without spaces, the letter pairs it is made of.
 */
export interface Term {
  word: string;
  pairs: string[] | null;
  alternatives: Alternative[];
}

export interface ParsedSearch {
  terms: Term[];
  /** In quotes, and what must not be there: conditions of their own (tsquery). */
  conditions: string[];
  /** What must not be there, folded, each between blanks. */
  excluded: string[];
}

/** `-` before quotes or a word, quoted text, else a word up to the next space. */
const PART = /([-−–]?)(?:["“”„«»]([^"“”„«»]+)["“”„«»]|([^\s"“”„«»]+))/gu;
/** Signs within a word that people leave out or put a space for: Spider-Man, wi-fi, don’t. */
const SIGNS = /[-‐‑'’]/gu;
const OTHERS = /[^\p{L}\p{N}\-‐‑'’]/u;
const MAX_RUN = 24;
const MAX_WORD = 40;
const MIN_PREFIX = 2;

export function parseSearch(q: string): ParsedSearch {
  const terms: Term[] = [];
  const conditions: string[] = [];
  const excluded: string[] = [];
  for (const [, minus = '', quoted, plain] of q.matchAll(PART)) {
    const text = quoted ?? plain ?? '';
    const joined = joinedOf(text);
    const isExcluded = minus !== '' && text !== '';
    if (isExcluded || quoted !== undefined) {
      const phrase = phraseOf(text);
      if (phrase === '') continue;
      const all = [phrase, ...joined.map(quote)].join(' | ');
      conditions.push(isExcluded ? `!(${all})` : `(${all})`);
    }
    if (isExcluded) {
      excluded.push(toPlain(text));
      continue;
    }
    for (const word of wordsOf(text)) {
      if (terms.some((term) => term.word === word)) continue;
      terms.push({
        word,
        pairs: isRun(word) ? pairsOf([...word].slice(0, MAX_RUN).join('')) : null,
        alternatives: isRun(word) ? [] : [word, ...joined].map((each) => ({ word: each, level: EXACT })),
      });
    }
  }
  return { terms, conditions, excluded };
}

/** "spiderman" of "Spider-Man". */
const joinedOf = (text: string): string[] =>
  fold(text)
    .split(OTHERS)
    .filter((word) => word.search(SIGNS) > 0)
    .map((word) => [...word.replaceAll(SIGNS, '')].slice(0, MAX_WORD).join(''))
    .filter(Boolean);

const quote = (word: string): string => `'${word.replaceAll(/['\\]/g, '$&$&')}'`;

const phraseOf = (text: string): string =>
  wordsOf(text)
    .flatMap((word) => (isRun(word) ? pairsOf([...word].slice(0, MAX_RUN).join('')) : [word]))
    .map(quote)
    .join(' <-> ');

/** How many neighbouring pairs one wrong letter spoils; of short runs fewer, so that something is left. */
const spoilt = (pairs: number): number => (pairs < 4 ? 2 : 3);
const FORGIVEN_PAIRS = 3;

/** The tsquery of a term up to a level of closeness. `weights`: the fields it may be in, as 'AB'; '' is any. */
export function termQuery({ word, pairs, alternatives }: Term, level: number, weights = ''): string {
  const suffix = weights && `:${weights}`;
  if (pairs) {
    const all = pairs.map((pair) => quote(pair) + suffix);
    if (level < ONE_WRONG || all.length < FORGIVEN_PAIRS) return `(${all.join(' & ')})`;
    const gap = spoilt(all.length);
    const alternatives = all
      .slice(0, all.length - gap + 1)
      .map((_, at) => all.toSpliced(at, gap).join(' & '));
    return `(${alternatives.map((alternative) => `(${alternative})`).join(' | ')})`;
  }
  const meant = alternatives.filter((each) => each.level <= level).map((each) => each.word);
  const inQuery = (words: string[]): string[] => words.map((each) => quote(each) + suffix);
  if (level < PREFIX || [...word].length < MIN_PREFIX) return `(${inQuery(meant).join(' | ')})`;
  // its prefix finds these; named again, the planner would expect them twice
  const others = meant.filter((each) => !each.startsWith(word));
  return `(${[...inQuery(others), `${quote(word)}:*${weights}`].join(' | ')})`;
}

export const allOf = (terms: Term[], level: number, weights = ''): string =>
  terms.map((term) => termQuery(term, level, weights)).join(' & ');

/** Words side by side as they were typed, in either direction; null: a single word, or a script without spaces. */
export function besideQuery(terms: Term[], level: number): string | null {
  if (terms.length < 2 || terms.some(({ pairs }) => pairs)) return null;
  const each = terms.map((term) => termQuery(term, level));
  return each
    .slice(1)
    .map((word, at) => `((${each[at]} <-> ${word}) | (${word} <-> ${each[at]}))`)
    .join(' & ');
}

/** Field weights by step: the title, then names too, then texts, then captions. */
export const FIELDS: Record<Kind, string[]> = {
  videos: ['A', 'AB', 'ABC'],
  people: ['A'],
  posts: [],
  products: ['A'],
};
