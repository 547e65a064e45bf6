import { sql, type Transaction } from 'kysely';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { hashToken } from '#server/app/http/callers/sessions.ts';
import { dropLinks } from '../links.store.ts';

/** Whose account a reset mail goes to, unless they got `max` in the last hour. */
export async function findForReset(trx: Transaction<Database>, email: string, now: number, max: number) {
  const user = await trx
    .selectFrom('users')
    .where(({ eb, fn, val }) => eb(fn<string>('lower', ['email']), '=', fn<string>('lower', [val(email)])))
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where(
      ({ selectFrom }) =>
        selectFrom('account_tokens')
          .whereRef('account_tokens.user_id', '=', 'users.id')
          .where('purpose', '=', 'RESET')
          .where('account_tokens.created_at', '>', new Date(now - 3_600_000))
          .select(({ fn }) => fn.countAll<number>().as('sent')),
      '<',
      max,
    )
    .select(['id', 'username', 'email'])
    .forUpdate()
    .executeTakeFirst();
  return user?.email ? { ...user, email: user.email } : null;
}

/** Uses up a reset link: the new password holds, every session and every other reset link ends. Null: it serves no more. */
export async function consumeResetToken(
  trx: Transaction<Database>,
  token: string,
  passwordHash: string,
  now: number,
) {
  const link = await trx
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'RESET')
    .where('expires_at', '>', new Date(now))
    .returning(['user_id', 'email'])
    .executeTakeFirst();
  if (!link) return null;
  const user = await trx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      // who opened the link reads the mail of that address
      email_verified_at: sql`case when lower(email) = lower(${link.email}) then coalesce(email_verified_at, now()) else email_verified_at end`,
    })
    .where('id', '=', link.user_id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'username', 'email'])
    .executeTakeFirst();
  if (!user) return null;
  await dropLinks(trx, user.id, 'RESET');
  // these were issued to someone who gave the old password
  await dropLinks(trx, user.id, 'SECOND_STEP');
  await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  return user;
}
