import { deletionsOf, splitText, tokenOf, type Kind } from './search.rules.ts';

/** What is searched of a thing. */
export interface Texts {
  kind: Kind;
  id: number;
  rank: number;
  title: string | null;
  name: string | null;
  body: string | null;
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
const MIN_STEMMED = 3;

/** The words of a thing, each with the first field it stands in: title, name, text. */
export function fieldsOf({ title, name, body }: Texts): Map<string, number> {
  const fields = new Map<string, number>();
  for (const [at, text] of [title, name, body].entries())
    for (const word of splitText((text ?? '').slice(0, MAX_TEXT)))
      if (!fields.has(word)) fields.set(word, at + 1);
  return fields;
}

export const tokensOf = (kind: Kind, fields: Map<string, number>, facts: Map<string, WordFacts>): number[] =>
  [...fields].flatMap(([word, field]) => {
    const known = facts.get(word);
    return known ? [tokenOf(known.hash, kind, field)] : [];
  });

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
