import { sql } from 'kysely';
import type { WatchedWord } from '#contract/moderation/moderation.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { sqlTexts } from '#server/app/database/read-rows.ts';

export async function listWatchedTerms(db: Db): Promise<WatchedWord[]> {
  return db
    .selectFrom('watched_words')
    .select(['id', 'word'])
    .orderBy(sql`lower(word)`)
    .execute();
}

/** The first watched term in a text, compared like users' muted terms (0007_moderation.sql). Null: none. */
export async function findWatchedWord(db: Db, text: string): Promise<string | null> {
  const [word] = await sqlTexts`
    with said as materialized (select word_tokens(${text}) as tokens)
    select w.word from said, watched_words w where strpos(said.tokens, w.tokens) > 0
    order by lower(w.word) limit 1`.execute(db);
  return word ?? null;
}

/** Null: it is watched already. */
export async function addWatchedWord(db: DbOrTrx, word: string): Promise<WatchedWord | null> {
  const added = await db
    .insertInto('watched_words')
    .values({ word })
    .onConflict((on) => on.doNothing())
    .returning(['id', 'word'])
    .executeTakeFirst();
  return added ?? null;
}

export async function removeWatchedWord(db: DbOrTrx, id: number): Promise<string | null> {
  const deleted = await db
    .deleteFrom('watched_words')
    .where('id', '=', id)
    .returning('word')
    .executeTakeFirst();
  return deleted?.word ?? null;
}
