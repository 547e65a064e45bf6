import { type Transaction } from 'kysely';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { hashToken } from '#server/app/http/callers/sessions.ts';
import { dropKeys } from '../api-keys.store.ts';
import { NOW } from '#server/app/database/expressions.ts';

/** Two-factor that is older than this at the email change counts as the user's own. */
const RECENT_MS = 30 * 24 * 3_600_000;

/** What opened the account and no longer does. */
export interface Removed {
  /** Their names. */
  passkeys: string[];
  keys: string[];
  identities: number;
  twoFactor: boolean;
  recoveryCodes: boolean;
}

/**
 * Undoes an email change: restores the former address and revokes all other credentials, however old:
 * password, sessions, links, passkeys, API keys, identities. Two-factor can't sign in on its own, and must
 * stop an attacker with a stolen mailbox: it is removed only if it was set up in the last days before the
 * change, or since (docs/decisions/006). Null: no such link.
 */
export async function consumeRevertToken(
  trx: Transaction<Database>,
  token: string,
  now: number,
): Promise<{ userId: number; email: string; removed: Removed } | null> {
  const link = await trx
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'TAKE_BACK')
    .where('expires_at', '>', new Date(now))
    .returning(['id', 'user_id', 'email', 'created_at'])
    .executeTakeFirst();
  if (!link?.email) return null;
  const userId = link.user_id;
  await trx
    .updateTable('users')
    .set({ email: link.email, email_verified_at: NOW, password_hash: null })
    .where('id', '=', userId)
    .execute();
  // an older link stays valid: changing the address twice doesn't lock out its owner
  await trx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('purpose', '<>', 'TAKE_BACK'), where('id', '>', link.id)]))
    .execute();
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  const identities = await trx.deleteFrom('user_identities').where('user_id', '=', userId).executeTakeFirst();
  const passkeys = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .returning(['id', 'name'])
    .execute();
  const keys = await dropKeys(trx, userId);
  const twoFactor = await deleteRecentTwoFactor(trx, userId, new Date(link.created_at.getTime() - RECENT_MS));
  return {
    userId,
    email: link.email,
    removed: {
      passkeys: passkeys.toSorted((a, b) => a.id - b.id).map(({ name }) => name),
      keys,
      identities: Number(identities.numDeletedRows),
      ...twoFactor,
    },
  };
}

/** Removes two-factor and its recovery codes, each unless it is from before `since`. */
async function deleteRecentTwoFactor(
  trx: Transaction<Database>,
  userId: number,
  since: Date,
): Promise<{ twoFactor: boolean; recoveryCodes: boolean }> {
  const step = await trx
    .deleteFrom('second_steps')
    .where('user_id', '=', userId)
    // one that waits may have been begun before, to outlive this
    .where((where) => where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>=', since)]))
    .returning('confirmed_at')
    .executeTakeFirst();
  const twoFactor = Boolean(step?.confirmed_at);
  const codes = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .$if(!twoFactor, (query) => query.where('created_at', '>=', since))
    .executeTakeFirst();
  return { twoFactor, recoveryCodes: codes.numDeletedRows > 0n };
}
