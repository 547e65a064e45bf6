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

/** `closeness`: 1 the word itself, 2 of the same stem, 3 the beginning of it. */
export type FoundWord = KnownWord & { typed: string; closeness: number };

/** For each word the known ones it may mean, without typing errors. */
export async function lookUpWords(db: DbOrTrx, words: string[]): Promise<FoundWord[]> {
  // as one value: an array of numbers is parsed slowly by the driver
  const { rows } = await sql<{ known: FoundWord[] }>`
    select coalesce(json_agg(known), '[]') as known from search_known(${words}::text[]) known`.execute(db);
  return rows[0]?.known ?? [];
}

/** For each word known ones that share one of its keys, and are about as long. Most turn out to be too far away. */
export async function findAlike(
  db: DbOrTrx,
  asked: { typed: string; letters: number }[],
): Promise<(Omit<KnownWord, 'docs'> & { typed: string; docs: string })[]> {
  const keyed = asked.map(({ typed, letters }) => ({ typed, letters, keys: deletionsOf(typed, letters) }));
  const { rows } = await sql<{ typed: string; word: string; hash: number; docs: string }>`
    select typed, word, hash, docs from search_alike(${JSON.stringify(keyed)}::jsonb)`.execute(db);
  return rows;
}

/** The numbers of words as they are, known or not. */
export async function hashWords(db: DbOrTrx, words: string[]): Promise<number[]> {
  if (!words.length) return [];
  const { rows } = await sql<{ hash: number }>`
    select search_hash(word) as hash from unnest(${words}::text[]) word`.execute(db);
  return rows.map(({ hash }) => hash);
}
