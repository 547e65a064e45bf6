import type { Transaction } from 'kysely';
import type { Db } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { sqlNumbers } from '#server/app/database/read-rows.ts';

/** Changes name and address; a new address counts as unverified. Returns the previous values. */
export async function saveAccount(
  trx: Transaction<Database>,
  userId: number,
  account: { email: string | undefined; username: string | undefined },
) {
  const before = await trx
    .selectFrom('users')
    .select(['username', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const emailChanged =
    account.email !== undefined && account.email.toLowerCase() !== before.email?.toLowerCase();
  const changes = {
    ...(account.username === undefined ? {} : { username: account.username }),
    ...(emailChanged ? { email: account.email, email_verified_at: null } : {}),
  };
  if (Object.keys(changes).length)
    await trx.updateTable('users').set(changes).where('id', '=', userId).execute();
  return { before, emailChanged };
}

/** Only plain users ask; one request waits at a time. Null: this person may not ask. */
export async function addUpgradeRequest(
  db: Db,
  userId: number,
  message: string | null,
): Promise<number | null> {
  const [id] = await sqlNumbers`
    insert into upgrade_requests (user_id, message) select id, ${message} from users where id = ${userId} and role = 'LOGIN_USER' returning id`.execute(
    db,
  );
  return id ?? null;
}
