import { sql } from 'kysely';
import type { SignUpRequest } from '#contract/accounts/sign-up.ts';
import type { Language } from '#contract/text/languages.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf } from '#server/app/http/page.ts';
import { isUsernameTaken } from '../names.store.ts';

const PAGE = 50;
const RETENTION_DAYS = 90;

/** Stores a request. A name or address used by another request violates an index; see accounts.errors.ts. */
export async function addRequest(
  trx: DbOrTrx,
  request: {
    username: string;
    email: string;
    passwordHash: string;
    displayName: string | null;
    bio: string | null;
    answer: string;
    language: Language;
    now: number;
  },
): Promise<void> {
  await trx
    .insertInto('sign_up_requests')
    .values({
      username: request.username,
      email: request.email,
      password_hash: request.passwordHash,
      display_name: request.displayName,
      bio: request.bio,
      answer: request.answer,
      language: request.language,
      created_at: new Date(request.now),
    })
    .execute();
}

/** What of these an account has already, or had as its name in the last 90 days. */
export async function findTaken(
  trx: DbOrTrx,
  { username, email }: { username: string; email: string },
): Promise<'username' | 'email' | null> {
  if (await isUsernameTaken(trx, username)) return 'username';
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return found ? 'email' : null;
}

export async function listRequests(db: Db, cursor: string | undefined) {
  let query = db
    .selectFrom('sign_up_requests')
    .selectAll()
    .orderBy('id')
    .limit(PAGE + 1);
  if (cursor) query = query.where('id', '>', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), PAGE, (row) => [row.id]).map((row): SignUpRequest => ({
    id: row.id,
    username: row.username,
    email: row.email,
    displayName: row.display_name,
    bio: row.bio,
    answer: row.answer,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Deletes a request in order to answer it. Null: there is none, or another admin answered it. */
export async function takeRequest(trx: DbOrTrx, id: number) {
  const row = await trx.deleteFrom('sign_up_requests').where('id', '=', id).returningAll().executeTakeFirst();
  return row ?? null;
}

export async function dropOldRequests(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sign_up_requests')
    .where('created_at', '<', new Date(now - RETENTION_DAYS * 24 * 3_600_000))
    .execute();
}
