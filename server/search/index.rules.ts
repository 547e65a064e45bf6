import { cutText } from '#contract/text/cut-text.ts';
import {
  deletionsOf,
  isRun,
  neighboursOf,
  partsOf,
  SPOKEN,
  tokenOf,
  wordsOf,
  type Kind,
} from './search.rules.ts';

/** What is searched of a thing. */
export interface Texts {
  kind: Kind;
  id: number;
  rank: number;
  title: string | null;
  name: string | null;
  body: string | null;
  /** What is said in a clip. */
  spoken?: string | null;
}

/** What the database knows of a word: its number, and its stem by each dictionary; null where that has it for a stop word. */
export interface WordFacts {
  word: string;
  hash: number;
  stems: Record<Language, string | null>;
}

export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

const MAX_TEXT = 6000;
/** An hour of talk: more words of one clip would only fill the lexicon. */
const MAX_SPOKEN = 60_000;
const MIN_STEMMED = 3;

/** The words of a thing, and those that stand side by side ('red panda'), each with the first field they stand in. */
export interface Fields {
  words: Map<string, number>;
  neighbours: Map<string, number>;
}

export function fieldsOf({ title, name, body, spoken = null }: Texts): Fields {
  const words = new Map<string, number>();
  const neighbours = new Map<string, number>();
  const note = (map: Map<string, number>, key: string, field: number) => map.has(key) || map.set(key, field);
  for (const [at, text] of [title, name, body, spoken].entries()) {
    const all = wordsOf(cutText(text ?? '', at === 3 ? MAX_SPOKEN : MAX_TEXT));
    for (const [place, word] of all.entries()) {
      for (const part of partsOf(word)) note(words, part, at + 1);
      const before = all[place - 1];
      if (before !== undefined && !isRun(before) && !isRun(word))
        note(neighbours, `${before} ${word}`, at + 1);
    }
  }
  return { words, neighbours };
}

/** The numbers of both; of what is only said in a clip they stand apart, thousands of a single one. */
export interface Tokens {
  tokens: number[];
  neighbours: number[];
  spoken: number[];
  spokenNeighbours: number[];
}

export function tokensOf(kind: Kind, { words, neighbours }: Fields, facts: Map<string, WordFacts>): Tokens {
  const hashOf = (word = ''): number => facts.get(word)?.hash ?? 0;
  const hashOfBoth = (both: string): number => {
    const [first, second] = both.split(' ');
    return neighboursOf(hashOf(first), hashOf(second));
  };
  const listOf = (map: Map<string, number>, hash: (key: string) => number, isSpoken: boolean) =>
    [...map]
      .filter(([, field]) => (field === SPOKEN) === isSpoken)
      .map(([key, field]) => tokenOf(hash(key), kind, field));
  return {
    tokens: listOf(words, hashOf, false),
    neighbours: listOf(neighbours, hashOfBoth, false),
    spoken: listOf(words, hashOf, true),
    spokenNeighbours: listOf(neighbours, hashOfBoth, true),
  };
}

/** The language whose stop words a text has most of; without any, plain letters are taken for English. Null: not known. */
export function languageOf(words: Iterable<string>, facts: Map<string, WordFacts>): Language | null {
  const all = [...words];
  const counts = LANGUAGES.map((language) => ({
    language,
    stops: all.filter((word) => facts.get(word)?.stems[language] === null).length,
  })).toSorted((a, b) => b.stops - a.stops);
  const [first, second] = counts;
  if (first && first.stops > (second?.stops ?? 0)) return first.language;
  return first?.stops === 0 && all.every((word) => /^\p{ASCII}*$/u.test(word)) ? 'en' : null;
}

/** By what else than itself a word is found: 'en:run'. */
export function stemKeyOf({ word, stems }: WordFacts, language: Language | null): string | null {
  const stem = language && [...word].length >= MIN_STEMMED ? stems[language] : null;
  return stem === null ? null : `${language}:${stem}`;
}

export const keysOf = (word: string, stems: Iterable<string>): string[] => [...deletionsOf(word), ...stems];
