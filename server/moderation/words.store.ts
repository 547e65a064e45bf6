import { sql } from 'kysely';
import type { WatchedWord } from '#contract/moderation.ts';
import type { Context } from '#server/app/context.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { addressGroup, type Rate } from '#server/app/http/rate-limits.ts';
import type { User } from '#server/app/http/sessions.ts';
import { holdReason, isNewcomer } from './moderation.rules.ts';

export async function listWords(db: Db): Promise<WatchedWord[]> {
  return db
    .selectFrom('watched_words')
    .select(['id', 'word'])
    .orderBy(sql`lower(word)`)
    .execute();
}

/** Null: it is watched already. */
export async function addWord(db: DbOrTrx, word: string): Promise<WatchedWord | null> {
  const added = await db
    .insertInto('watched_words')
    .values({ word })
    .onConflict((on) => on.doNothing())
    .returning(['id', 'word'])
    .executeTakeFirst();
  return added ?? null;
}

export async function removeWord(db: DbOrTrx, id: number): Promise<string | null> {
  const gone = await db.deleteFrom('watched_words').where('id', '=', id).returning('word').executeTakeFirst();
  return gone?.word ?? null;
}

const SAME_BY_PERSON: Rate = { most: 3, seconds: 600 };
const SAME_BY_ADDRESS: Rate = { most: 20, seconds: 600 };

/** Looks at a text before it is stored: 429 for the same words again and again; else why it has to wait for a moderator, or null. */
export async function screenText(
  ctx: Context,
  kind: 'COMMENT' | 'POST',
  text: string,
  by: { user: User | null; person: string; address: string },
): Promise<string | null> {
  const same = `${kind} ${text.toLowerCase().replaceAll(/\s+/g, ' ').slice(0, 200)}`;
  const sentence = 'You said just this already. Please wait a while before saying it again.';
  ctx.rateLimits.take('same', `${by.person} ${same}`, SAME_BY_PERSON, sentence);
  ctx.rateLimits.take('same', `${addressGroup(by.address)} ${same}`, SAME_BY_ADDRESS, sentence);
  const words = await ctx.db.selectFrom('watched_words').select('word').execute();
  return holdReason(kind, text, {
    words: words.map(({ word }) => word),
    newcomer: isNewcomer(by.user, ctx.clock.now()),
    ownOrigin: new URL(ctx.settings.PUBLIC_URL).origin,
  });
}
