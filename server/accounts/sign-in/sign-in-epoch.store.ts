import type { DbOrTrx, Trx } from '#server/app/database/database.ts';

/** Who may come in, and by which epoch: what changes how somebody signs in raises it (0003_accounts.sql). */
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

/** Holds a person until the transaction ends, before what is theirs: whoever locks both does it in this order. */
export async function lockPerson(trx: DbOrTrx, userId: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}
