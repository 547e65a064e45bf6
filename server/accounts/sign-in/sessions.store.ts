import type { Session } from '#contract/accounts/sessions.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { describeDevice } from '../accounts.rules.ts';
import { dropLinks } from '../links.store.ts';
import { lockPerson } from './sign-in-epoch.store.ts';

/**
 * Locks a user until the transaction ends and returns whether the session still exists: a session revoked
 * during its call must not leave behind a credential for the account.
 */
export async function holdSession(trx: DbOrTrx, userId: number, sessionId: number): Promise<boolean> {
  // a separate statement: one that waits for the lock would still read its old snapshot
  await lockPerson(trx, userId);
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return session !== undefined;
}

export async function listSessions(
  db: Db,
  userId: number,
  currentId: number,
  now: number,
): Promise<Omit<Session, 'place'>[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now))
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: row.id === currentId,
    device: describeDevice(row.user_agent),
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}

/** False: no such session of this person. */
export async function endSession(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Sets a password and revokes all sessions except the given one. */
export async function setPassword(
  trx: DbOrTrx,
  userId: number,
  passwordHash: string,
  currentId: number | null,
): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  // these were issued under the old password, or meant to replace it
  for (const purpose of ['SECOND_STEP', 'RESET'] as const) await dropLinks(trx, userId, purpose);
  await endOtherSessions(trx, userId, currentId);
}

export async function endOtherSessions(
  trx: DbOrTrx,
  userId: number,
  currentId: number | null,
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', currentId ?? 0)
    .execute();
}

export async function readPasswordHash(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}
