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

/** Alike by their keys; most of them turn out to be too far away. */
const MAX_ALIKE = 1000;

/** For each word the known ones it may mean, without typing errors; and how many things, up to 99, changed that aren't in the index yet. */
export async function lookUpWords(
  db: DbOrTrx,
  words: string[],
): Promise<{ known: (KnownWord & { typed: string; closeness: Closeness })[]; pending: number }> {
  const { rows } = await sql<{
    known: (KnownWord & { typed: string; closeness: Closeness })[] | null;
    pending: number;
  }>`
    select (select json_agg(known) from search_lookup(${words}::text[]) known) as known,
      (select count(*)::int from (select from search_pending limit 99) pending) as pending`.execute(db);
  return { known: rows[0]?.known ?? [], pending: rows[0]?.pending ?? 0 };
}

/** For each word known ones that share one of its keys, and are about as long. */
export async function findAlike(
  db: DbOrTrx,
  asked: { typed: string; keys: string[] }[],
): Promise<(KnownWord & { typed: string })[]> {
  const { rows } = await sql<KnownWord & { typed: string }>`
    select typed, known.word, search_hash(known.word) as hash, known.docs
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) asked(typed text, keys text[]), lateral (
      select word, docs from search_words s where s.keys && asked.keys and s.word <> typed
        and length(s.word) between length(typed) - 2 and length(typed) + 2 limit ${MAX_ALIKE}) known`.execute(
    db,
  );
  return rows;
}

/** The numbers of words as they are, known or not. */
export async function hashWords(db: DbOrTrx, words: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; hash: number }>`
    select word, search_hash(word) as hash from unnest(${words}::text[]) word`.execute(db);
  return new Map(rows.map(({ word, hash }) => [word, hash]));
}
