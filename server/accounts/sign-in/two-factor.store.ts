import { sql } from 'kysely';
import type { TwoFactor, TwoFactorRole } from '#contract/accounts/security.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';

const ROLES_FACT = 'second-step-roles';

export async function readTwoFactor(db: DbOrTrx, userId: number): Promise<TwoFactor | null> {
  const { rows } = await sql<{ since: Date | null; left: number; required: boolean }>`
    select confirmed_at as since,
      (select count(*)::int from recovery_codes where recovery_codes.user_id = users.id and used_at is null) as left,
      exists (select from site_facts where name = ${ROLES_FACT} and value ? role) as required
    from users left join second_steps on second_steps.user_id = users.id where users.id = ${userId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return null;
  const on = row.since !== null;
  return {
    on,
    since: row.since?.toISOString() ?? null,
    recoveryCodesLeft: on ? row.left : 0,
    required: row.required,
  };
}

export async function hasTwoFactor(db: DbOrTrx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('second_steps')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A secret as it is stored: encrypted, or plain from before it could be. */
export interface StoredSecret {
  secret: Buffer | null;
  locked: string | null;
}

/** Stores a secret pending its first code, replacing an earlier pending one. False: one is already active. */
export async function beginSecret(
  db: DbOrTrx,
  userId: number,
  { secret, locked }: StoredSecret,
): Promise<boolean> {
  const { rows } = await sql`
    insert into second_steps (user_id, secret, locked_secret) values (${userId}, ${secret}, ${locked})
    on conflict (user_id) do update
      set secret = excluded.secret, locked_secret = excluded.locked_secret, last_step = 0, created_at = now()
    where second_steps.confirmed_at is null returning 1`.execute(db);
  return rows.length > 0;
}

/** `waiting`: one that has yet to be confirmed. */
export async function readSecret(
  db: DbOrTrx,
  userId: number,
  waiting: boolean,
): Promise<StoredSecret | null> {
  const row = await db
    .selectFrom('second_steps')
    .select(['secret', 'locked_secret as locked'])
    .where('user_id', '=', userId)
    .where('confirmed_at', waiting ? 'is' : 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Secrets from before they could be encrypted, or those that are, at most `limit`. */
export async function listSecrets(
  db: DbOrTrx,
  which: 'plain' | 'locked',
  limit: number,
): Promise<(StoredSecret & { userId: number })[]> {
  return await db
    .selectFrom('second_steps')
    .select(['user_id as userId', 'secret', 'locked_secret as locked'])
    .where(which === 'plain' ? 'secret' : 'locked_secret', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Replaces a plain secret with its encrypted form, unless it changed concurrently. */
export async function replacePlainSecret(
  db: DbOrTrx,
  { userId, secret, locked }: { userId: number; secret: Buffer; locked: string },
): Promise<void> {
  await db
    .updateTable('second_steps')
    .set({ secret: null, locked_secret: locked })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .execute();
}

/** Uses up the code of a step, and all of earlier ones; a first one puts the secret in force. False: it was used before. */
export async function consumeTotpStep(
  db: DbOrTrx,
  { userId, step, stored, now }: { userId: number; step: number; stored: StoredSecret; now: number },
): Promise<boolean> {
  const { rows } = await sql`
    update second_steps set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${new Date(now)})
    where user_id = ${userId} and (secret = ${stored.secret} or locked_secret = ${stored.locked}) and last_step < ${step}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Uses up a recovery code. False: there is none such, or it was used before. */
export async function spendRecoveryCode(
  db: DbOrTrx,
  userId: number,
  hash: Buffer,
  now: number,
): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  db: DbOrTrx,
  userId: number,
  hashes: Buffer[],
  now: number,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: new Date(now) })))
    .execute();
}

/** False: there was none in force. */
export async function deleteTwoFactor(db: DbOrTrx, userId: number): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const dropped = await db
    .deleteFrom('second_steps')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(dropped?.confirmed_at);
}

export async function readTwoFactorRoles(db: DbOrTrx): Promise<TwoFactorRole[]> {
  const row = await db
    .selectFrom('site_facts')
    .select('value')
    .where('name', '=', ROLES_FACT)
    .executeTakeFirst();
  return Array.isArray(row?.value) ? (row.value as TwoFactorRole[]) : [];
}

export async function saveTwoFactorRoles(db: DbOrTrx, roles: TwoFactorRole[]): Promise<void> {
  const value = JSON.stringify(roles);
  await db
    .insertInto('site_facts')
    .values({ name: ROLES_FACT, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
