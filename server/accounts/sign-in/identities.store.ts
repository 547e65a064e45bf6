import type { Language } from '#contract/text/languages.ts';
import { sql, type Transaction } from 'kysely';
import { MAX_DISPLAY_NAME } from '#contract/accounts/accounts.ts';
import { lineFromOutside } from '#contract/text/text.ts';
import type { Identity } from '#server/adapters/identity/identity.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { suggestUsername } from '../accounts.rules.ts';
import { createUser } from '../accounts.store.ts';
import { isReservedEmail } from '../links.store.ts';
import { isForeignName, isUsernameTaken } from '../names.store.ts';
import type { Admitted } from './sign-in-epoch.store.ts';

export type Arrival =
  | ({ outcome: 'signed-in' | 'joined' | 'created'; username: string; email: string | null } & Admitted)
  | { outcome: 'suspended' | 'email_not_verified' | 'sign_in_first' | 'email_reserved' | 'sign_up_closed' };

/** The account that this identity belongs to already. */
export async function findByIdentity(
  trx: Transaction<Database>,
  issuer: string,
  identity: Identity,
): Promise<Arrival | null> {
  const known = await trx
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', identity.subject)
    .select(['users.id', 'username', 'users.email', 'suspended_at', 'sign_in_epoch'])
    .executeTakeFirst();
  if (!known) return null;
  return known.suspended_at
    ? { outcome: 'suspended' }
    : {
        outcome: 'signed-in',
        userId: known.id,
        epoch: known.sign_in_epoch,
        username: known.username,
        email: known.email,
      };
}

/**
 * The account for a new identity. It joins an existing account only by an address that the provider vouches
 * for and the account has confirmed, so that neither can take over the other. Otherwise an account is
 * created, if the provider vouches for the address and sign-up is open (`mayJoinSite`).
 */
export async function arriveByIdentity(
  trx: Transaction<Database>,
  issuer: string,
  identity: Identity,
  { digits, mayJoinSite, language }: { digits: string; mayJoinSite: boolean; language: Language },
): Promise<Arrival> {
  if (!identity.email || !identity.emailVerified) return { outcome: 'email_not_verified' };
  const account = await trx
    .selectFrom('users')
    .where(sql`lower(email)`, '=', identity.email.toLowerCase())
    .where('deleted_at', 'is', null)
    .select(['id', 'username', 'email', 'email_verified_at', 'suspended_at', 'sign_in_epoch'])
    .forUpdate()
    .executeTakeFirst();
  if (account?.suspended_at) return { outcome: 'suspended' };
  if (account && !account.email_verified_at) return { outcome: 'sign_in_first' };
  if (!account && (await isReservedEmail(trx, identity.email))) return { outcome: 'email_reserved' };
  if (!account && !mayJoinSite) return { outcome: 'sign_up_closed' };
  const user =
    account ?? (await createFromIdentity(trx, { ...identity, email: identity.email, digits, language }));
  await trx
    .insertInto('user_identities')
    .values({ issuer, subject: identity.subject, user_id: user.id, email: identity.email })
    .execute();
  return {
    outcome: account ? 'joined' : 'created',
    userId: user.id,
    epoch: account?.sign_in_epoch ?? 0,
    username: user.username,
    email: account?.email ?? identity.email,
  };
}

async function createFromIdentity(
  trx: Transaction<Database>,
  { email, digits, language, ...identity }: Identity & { email: string; digits: string; language: Language },
): Promise<{ id: number; username: string }> {
  const name = lineFromOutside(identity.name, MAX_DISPLAY_NAME);
  let username = '';
  for (let attempt = 0; attempt < 8; attempt += 1) {
    username = suggestUsername(name ?? email, attempt, digits);
    if (!(await isUsernameTaken(trx, username))) break;
  }
  // who has a name like another's is shown under their username
  const displayName = name && !(await isForeignName(trx, name, null)) ? name : null;
  return {
    id: await createUser(trx, {
      username,
      email,
      passwordHash: null,
      displayName,
      emailVerified: true,
      signUpLanguage: language,
    }),
    username,
  };
}
