import { sql } from 'kysely';
import type { Passkey } from '#contract/accounts/security.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { servesAt } from './passkeys.rules.ts';
import { lockPerson } from './sign-in-epoch.store.ts';

export interface NewPasskey {
  userId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  rpId: string;
  synced: boolean;
  name: string;
  at: number;
}

interface Row {
  id: number;
  name: string;
  rp_id: string;
  synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

const SHOWN = ['id', 'name', 'rp_id', 'synced', 'created_at', 'last_used_at'] as const;

const toPasskey = (row: Row, host: string): Passkey => ({
  id: row.id,
  name: row.name,
  usable: servesAt(row.rp_id, host),
  synced: row.synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** `host`: where the site is now. */
export async function listPasskeys(db: DbOrTrx, userId: number, host: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(SHOWN)
    .orderBy('id')
    .execute();
  return rows.map((row) => toPasskey(row, host));
}

/** Those that an authenticator is not to make once more. */
export async function listCredentials(
  db: Db,
  userId: number,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['credential_id', 'transports'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }));
}

/** The domain of the site's first passkey. */
export async function readFirstRpId(db: DbOrTrx): Promise<string | null> {
  const row = await db.selectFrom('passkeys').select('rp_id').orderBy('id').limit(1).executeTakeFirst();
  return row?.rp_id ?? null;
}

export async function addPasskey(trx: DbOrTrx, passkey: NewPasskey, host: string): Promise<Passkey> {
  const row = await trx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      rp_id: passkey.rpId,
      synced: passkey.synced,
      name: passkey.name,
      created_at: new Date(passkey.at),
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
  return toPasskey(row, host);
}

/** A passkey with whose it is. */
export async function findPasskey(db: Db, credentialId: Buffer) {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('credential_id', '=', credentialId)
    .where('deleted_at', 'is', null)
    .select(['passkeys.id', 'user_id', 'public_key', 'counter', 'transports', 'rp_id'])
    .select(['suspended_at', 'sign_in_epoch'])
    .executeTakeFirst();
  return row ?? null;
}

/** Records a use. False: the counter went backwards, or the passkey was used or removed concurrently. */
export async function countUse(
  trx: DbOrTrx,
  { id, before, counter, now }: { id: number; before: number; counter: number; now: number },
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, last_used_at = ${new Date(now)}
    where id = ${id} and counter = ${before} and (${counter} > counter or (${counter} = 0 and counter = 0))
    returning 1`.execute(trx);
  return rows.length > 0;
}

/** Null: no such passkey of this person. */
export async function renamePasskey(
  db: Db,
  { userId, id, name, host }: { userId: number; id: number; name: string; host: string },
): Promise<Passkey | null> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirst();
  return row ? toPasskey(row, host) : null;
}

/** The name of the removed passkey; null: the user has no such passkey. */
export async function removePasskey(trx: DbOrTrx, userId: number, id: number): Promise<string | null> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/**
 * Whether the user can sign in at all: by a password, a provider or a passkey. Locks the user until the
 * transaction ends.
 */
export async function hasSignInMethod(trx: DbOrTrx, userId: number): Promise<boolean> {
  // a separate statement: one that waits for the lock would still read its old snapshot
  await lockPerson(trx, userId);
  const found = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('password_hash', 'is not', null),
        exists(selectFrom('user_identities').where('user_id', '=', userId).select('user_id')),
        exists(selectFrom('passkeys').where('user_id', '=', userId).select('user_id')),
      ]),
    )
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
