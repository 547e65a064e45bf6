import type { Endpoint, KeyScope } from '#contract/endpoint.ts';
import { msg } from '#contract/text/message.ts';
import type { Db } from '#server/app/database/database.ts';
import { knownLanguage } from '#server/app/i18n/choose-language.ts';
import { fail } from '../errors.ts';
import { isAllowed, roleInForce, type Role } from './roles.ts';
import { hashToken, SEES_LESS, type User } from './sessions.ts';

/** Prefix of every key: secret scanners recognise it, and it can't be mistaken for a session token. */
export const KEY_PREFIX = 'lllkey_';
const KEY = /^lllkey_[\w-]{43}$/;
/** The last use is written down this often. */
const USED_MS = 60_000;

export const isApiKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

interface KeyRequest {
  token: string;
  endpoint: Pick<Endpoint, 'access' | 'method' | 'scope'>;
  now: number;
}

/**
 * The owner of the key, where it may make this call; null: it has a guest's access. An admin's key has a
 * creator's rights: it covers only their own content. Throws 401 for an expired or unknown key, 403 for a
 * call it may not make.
 */
export async function findByKey(db: Db, { token, endpoint, now }: KeyRequest): Promise<User | null> {
  const found = KEY.test(token) ? await readKey(db, hashToken(token)) : null;
  if (!found) throw fail(401, 'KEY_UNKNOWN', "This API key doesn't exist or was revoked.");
  if (found.expires_at.getTime() <= now)
    throw fail(
      401,
      'KEY_ENDED',
      msg`The API key “${found.name}” expired on ${found.expires_at.toISOString().slice(0, 10)}. Please create a new one.`,
    );
  const scopes = found.scopes as KeyScope[];
  const { scope, access, method } = endpoint;
  if (scope === undefined) {
    if (access === 'public' && method === 'GET') return null;
    throw fail(403, 'NOT_BY_KEY', "API keys can't do this. Please sign in.");
  }
  if (!scopes.includes(scope))
    throw fail(
      403,
      'SCOPE_MISSING',
      msg`The API key “${found.name}” can't do this. It's missing the scope ${scope}.`,
    );
  if (now - (found.last_used_at?.getTime() ?? 0) > USED_MS)
    await db
      .updateTable('api_keys')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', found.id)
      .execute();
  return {
    id: found.user_id,
    username: found.username,
    displayName: found.display_name,
    profileImage: found.profile_image,
    role: asCreator(found.role),
    givenRole: asCreator(found.given_role),
    emailVerified: found.email_verified_at !== null,
    language: knownLanguage(found.language),
    createdAt: found.created_at,
    // of no session, and never fresh
    sessionId: 0,
    freshAt: 0,
    seesLess: found.sees_less,
  };
}

const asCreator = (role: Role): Role => (isAllowed(role, 'admin') ? 'CONTENT_CREATOR' : role);

const readKey = (db: Db, hash: Buffer) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .where('token_hash', '=', hash)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select([
      'api_keys.id',
      'api_keys.name',
      'scopes',
      'expires_at',
      'last_used_at',
      'user_id',
      'username',
      'display_name',
      'profile_image',
      'email_verified_at',
      'language',
      'users.created_at',
      'users.role as given_role',
    ])
    .select([roleInForce.as('role'), SEES_LESS.as('sees_less')])
    .executeTakeFirst();
