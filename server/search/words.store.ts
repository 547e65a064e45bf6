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

const MAX_INFLECTED = 30;
const MAX_BEGUN = 30;
/** Alike by their keys; most of them turn out to be too far away. */
const MAX_ALIKE = 3000;

/** For each word the known ones it may mean, without typing errors. */
export async function lookUpWords(
  db: DbOrTrx,
  words: string[],
): Promise<(KnownWord & { typed: string; closeness: Closeness })[]> {
  const { rows } = await sql<KnownWord & { typed: string; closeness: Closeness }>`
    select typed, known.word, search_hash(known.word) as hash, known.docs, known.closeness
    from unnest(${words}::text[]) typed, lateral (
      (select word, docs, 1 as closeness from search_words where word = typed)
      union all (
        select word, docs, 2 from search_words
        where keys && array(
          select language || ':' || stem from unnest(array['en', 'de', 'es', 'fr']) language, unnest(ts_lexize(search_dictionary(language), typed)) stem)
        order by docs[1] + docs[2] + docs[3] + docs[4] desc, word limit ${MAX_INFLECTED})
      union all (
        select word, docs, 3 from search_words where length(typed) > 1 and word > typed and word < typed || chr(1114109)
        order by docs[1] + docs[2] + docs[3] + docs[4] desc, word limit ${MAX_BEGUN})
    ) known`.execute(db);
  return rows;
}

/** Known words that share one of the keys of `typed`, and are about as long. */
export async function findAlike(db: DbOrTrx, typed: string, keys: string[]): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select word, search_hash(word) as hash, docs from search_words
    where keys && ${keys}::text[] and length(word) between length(${typed}::text) - 2 and length(${typed}::text) + 2
    limit ${MAX_ALIKE}`.execute(db);
  return rows;
}

/** The numbers of words as they are, known or not. */
export async function hashWords(db: DbOrTrx, words: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; hash: number }>`
    select word, search_hash(word) as hash from unnest(${words}::text[]) word`.execute(db);
  return new Map(rows.map(({ word, hash }) => [word, hash]));
}
