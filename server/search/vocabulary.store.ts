import { sql } from 'kysely';
import { z } from 'zod';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { sqlNumbers, sqlRows } from '#server/app/database/read-rows.ts';

/**
 * For each typed word: whether it, or a word starting with it, is known, and other words of its stem or
 * prefix.
 */
const KnownWords = z.object({
  typed: z.string(),
  docs: z.number(),
  stems: z.array(z.string()),
  begun: z.array(z.string()),
});
export type KnownWords = z.output<typeof KnownWords>;
const SimilarWord = z.object({ typed: z.string(), word: z.string(), docs: z.number() });

const MOST = 12;

export async function lookUpWords(db: DbOrTrx, words: string[]): Promise<KnownWords[]> {
  return await sqlRows(KnownWords)`
    select typed, coalesce((select docs from search_words where word = typed), -1) as docs,
      array(select word from search_words where word <> typed
        and (stems && (search_stems(typed) || typed) or word = any(search_stems(typed))) order by docs desc, word limit ${MOST}) as stems,
      array(select word from search_words where word > typed and word < typed || chr(1114109) and length(typed) > 1
        order by docs desc, word limit ${MOST}) as begun
    from unnest(${words}::text[]) typed`.execute(db);
}

/** The words among these that are in the vocabulary. */
export async function findWords(db: DbOrTrx, words: string[]): Promise<{ word: string; docs: number }[]> {
  if (!words.length) return [];
  return await db.selectFrom('search_words').where('word', 'in', words).select(['word', 'docs']).execute();
}

export async function findSimilar(
  db: DbOrTrx,
  words: string[],
): Promise<{ typed: string; word: string; docs: number }[]> {
  if (!words.length) return [];
  return await sqlRows(SimilarWord)`
    select typed, word, docs from unnest(${words}::text[]) typed, search_similar(typed)`.execute(db);
}

/** In a large index, only a sample of this many items is counted; the rest is estimated. */
const COUNTED = 50_000;
const MAX_WORDS = 300_000;

/** Counts the items per word; drops words without any, or the rarest where there are too many. */
export async function countWords(db: Trx): Promise<void> {
  const [size] = await sqlNumbers`
    select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as size from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent = 'search_docs'::regclass)`.execute(db);
  const share = Math.min(1, COUNTED / Math.max(1, size ?? 0));
  const counted = sql`ts_stat(${`select words from search_docs tablesample system (${share * 100})`})`;
  await sql`
    update search_words w set docs = (s.ndoc / ${share}::float8)::int from ${counted} s
    where s.word = w.word and abs((s.ndoc / ${share}::float8)::int - w.docs) * 4 > w.docs`.execute(db);
  if (share === 1)
    await sql`
      with held as materialized (select word from ${counted})
      delete from search_words w where not exists (select from held where held.word = w.word)`.execute(db);
  await sql`
    delete from search_words where word in (
      select word from search_words order by docs desc, word offset ${MAX_WORDS})`.execute(db);
}
