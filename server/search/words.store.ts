import { sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { deletionsOf } from './search.rules.ts';

/** A word of the site that stands for a word of a search. */
export interface KnownWord {
  word: string;
  hash: number;
  /** How many things of each kind hold it, as last counted: videos, people, posts, products. */
  docs: number[];
}

/** How a known word stands to the one that was typed: the word itself, of the same stem, begun with it. */
export type Closeness = 1 | 2 | 3;

export interface FoundWords {
  known: (KnownWord & { typed: string; closeness: Closeness })[];
  /** How many things, up to 99, changed that aren't in the index yet. */
  pending: number;
}

/** For each word the known ones it may mean, without typing errors. */
export async function lookUpWords(db: DbOrTrx, words: string[]): Promise<FoundWords> {
  const { rows } = await sql<{ found: FoundWords }>`
    select search_known(${words}::text[]) as found`.execute(db);
  return rows[0]?.found ?? { known: [], pending: 0 };
}

/** A word whose like is looked for, with so many letters wrong. */
export interface AskedAlike {
  typed: string;
  letters: number;
}

/** A word that may be meant; `docs` is still to be read, since most turn out to be too far away. */
export type WordAlike = Omit<KnownWord, 'docs'> & { typed: string; docs: string | number[] };

/** As PostgreSQL writes an array of numbers: '{1,2}'. */
export const readDocs = (docs: string | number[]): number[] =>
  typeof docs === 'string' ? docs.slice(1, -1).split(',').map(Number) : docs;

/** For each word known ones that share one of its keys, and are about as long. */
export async function findAlike(db: DbOrTrx, asked: AskedAlike[]): Promise<WordAlike[]> {
  const keyed = asked.map(({ typed, letters }) => ({ typed, letters, keys: deletionsOf(typed, letters) }));
  const { rows } = await sql<WordAlike>`
    select typed, word, hash, docs from search_alike(${JSON.stringify(keyed)}::jsonb)`.execute(db);
  return rows;
}

/** The numbers of words as they are, known or not. */
export async function hashWords(db: DbOrTrx, words: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; hash: number }>`
    select word, search_hash(word) as hash from unnest(${words}::text[]) word`.execute(db);
  return new Map(rows.map(({ word, hash }) => [word, hash]));
}
