import { sql } from 'kysely';
import type { DbOrTrx } from '#server/app/database/database.ts';

/** A word of the site that stands for a word of a search. */
export interface KnownWord {
  word: string;
  hash: number;
  /** How many things of each kind hold it, as last counted: videos, people, posts, products. */
  docs: number[];
}

/** How a known word stands to the one that was typed: the word itself, of the same stem, begun with it. */
export type Closeness = 1 | 2 | 3;

/** For each word the known ones it may mean, without typing errors; and how many things, up to 99, changed that aren't in the index yet. */
export async function lookUpWords(
  db: DbOrTrx,
  words: string[],
): Promise<{ known: (KnownWord & { typed: string; closeness: Closeness })[]; pending: number }> {
  const { rows } = await sql<{ found: Awaited<ReturnType<typeof lookUpWords>> }>`
    select search_known(${words}::text[]) as found`.execute(db);
  return rows[0]?.found ?? { known: [], pending: 0 };
}

/** A word that may be meant; `docs` is still to be read, since most turn out to be too far away. */
export type WordAlike = Omit<KnownWord, 'docs'> & { typed: string; docs: string };

/** As PostgreSQL writes an array of numbers: '{1,2}'. */
export const readDocs = (docs: string): number[] => docs.slice(1, -1).split(',').map(Number);

/** For each word known ones that share one of its keys, and are about as long. */
export async function findAlike(
  db: DbOrTrx,
  asked: { typed: string; keys: string[] }[],
): Promise<WordAlike[]> {
  const { rows } = await sql<WordAlike>`
    select typed, word, hash, docs from search_alike(${JSON.stringify(asked)}::jsonb)`.execute(db);
  return rows;
}

/** The numbers of words as they are, known or not. */
export async function hashWords(db: DbOrTrx, words: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; hash: number }>`
    select word, search_hash(word) as hash from unnest(${words}::text[]) word`.execute(db);
  return new Map(rows.map(({ word, hash }) => [word, hash]));
}
