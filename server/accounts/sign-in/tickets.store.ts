import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { hashToken } from '#server/app/http/callers/sessions.ts';
import type { Admitted } from './sign-in-epoch.store.ts';

/** Whose sign-in a ticket finishes; it stays as it is. */
export async function findTicket(db: Db, ticket: string, now: number): Promise<Admitted | null> {
  const row = await db
    .selectFrom('account_tokens')
    .innerJoin('users', 'users.id', 'account_tokens.user_id')
    .select(({ fn }) => [
      'users.id',
      fn.coalesce('account_tokens.sign_in_epoch', 'users.sign_in_epoch').as('epoch'),
    ])
    .where('token_hash', '=', hashToken(ticket))
    .where('purpose', '=', 'SECOND_STEP')
    .where('expires_at', '>', new Date(now))
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { userId: row.id, epoch: row.epoch } : null;
}

/** False: it served already. */
export async function consumeTicket(trx: DbOrTrx, ticket: string): Promise<boolean> {
  const used = await trx
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hashToken(ticket))
    .where('purpose', '=', 'SECOND_STEP')
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}
