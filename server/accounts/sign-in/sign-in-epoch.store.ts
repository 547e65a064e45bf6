import type { DbOrTrx, Trx } from '#server/app/database/database.ts';

/** Sign-in epochs: any change to how a user signs in raises theirs (0003_accounts.sql). */
export interface Admitted {
  userId: number;
  epoch: number;
}

/** Holds a person until the transaction ends. Gives the epoch that holds; null: they are gone or suspended. */
export async function lockForSignIn(trx: Trx, userId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('users')
    .select('sign_in_epoch')
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.sign_in_epoch ?? null;
}

/**
 * Locks a user until the transaction ends, before any row of theirs: code that locks both uses this order.
 */
export async function lockPerson(trx: DbOrTrx, userId: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}
