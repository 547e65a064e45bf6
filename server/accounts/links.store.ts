import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { hashToken } from '#server/app/http/callers/sessions.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

/** SECOND_STEP: the ticket of a sign-in whose password was right and whose two-factor code is missing. */
export type Purpose = 'RESET' | 'VERIFY' | 'TAKE_BACK' | 'SECOND_STEP';

const HOURS: Record<Purpose, number> = { RESET: 1, VERIFY: 7 * 24, TAKE_BACK: 72, SECOND_STEP: 1 / 6 };

/** Stores the hash of a link's token. */
export async function addLink(
  trx: DbOrTrx,
  link: {
    token: string;
    userId: number;
    purpose: Purpose;
    email: string | null;
    /** For a ticket: the sign-in epoch it was created under. */
    epoch?: number;
    now: number;
  },
): Promise<void> {
  await trx
    .insertInto('account_tokens')
    .values({
      token_hash: hashToken(link.token),
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      sign_in_epoch: link.epoch ?? null,
      created_at: new Date(link.now),
      expires_at: new Date(link.now + HOURS[link.purpose] * 3_600_000),
    })
    .execute();
}

export async function dropLinks(trx: DbOrTrx, userId: number, purpose: Purpose): Promise<void> {
  await trx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

/** The account of a link that is still valid; doesn't use it up. */
export async function findByLink(
  db: Db,
  token: string,
  purpose: Purpose,
  now: number,
): Promise<{ username: string; email: string | null } | null> {
  const row = await db
    .selectFrom('account_tokens')
    .innerJoin('users', 'users.id', 'account_tokens.user_id')
    .select(['username', 'users.email'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row ?? null;
}

const Verified = z.object({ userId: z.number(), email: z.string() });

/**
 * Confirms an address. The link stays valid until it expires, as long as the account's address is the same.
 * Null: no longer valid.
 */
export async function consumeVerifyToken(
  db: Db,
  token: string,
  now: number,
): Promise<{ userId: number; email: string } | null> {
  const [verified] = await sqlRows(Verified)`
    update users set email_verified_at = coalesce(email_verified_at, now()) from account_tokens link
    where link.token_hash = ${hashToken(token)} and purpose = 'VERIFY' and link.expires_at > ${new Date(now)}
      and users.id = link.user_id and lower(users.email) = lower(link.email) and deleted_at is null
    returning users.id as "userId", users.email`.execute(db);
  return verified ?? null;
}

/** Whether a link to revert an email change may still restore this address; see the trigger users_email_reserved. */
export async function isReservedEmail(trx: DbOrTrx, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account_tokens')
    .select('user_id')
    .where('purpose', '=', 'TAKE_BACK')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('expires_at', '>', NOW)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets what has expired. */
export async function dropExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<', new Date(now)).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute();
  await db.deleteFrom('spent_tokens').where('expires_at', '<', new Date(now)).execute();
}
