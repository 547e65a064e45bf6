import type { Language } from '#contract/text/languages.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { knownLanguage } from '#server/app/i18n/choose-language.ts';
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { REAUTHENTICATION_MINUTES } from '#contract/accounts/accounts.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import type { PubSub } from '#server/app/database/pubsub.ts';
import { roleInForce, type Role } from './roles.ts';

/** A signed-in user. */
export interface User {
  id: number;
  username: string;
  displayName: string | null;
  profileImage: string | null;
  /** The effective role: a member's, while the two-factor that their role requires is missing. */
  role: Role;
  /** What an admin gave them. */
  givenRole: Role;
  emailVerified: boolean;
  /** The language they read the site in; null: not chosen. */
  language: Language | null;
  createdAt: Date;
  sessionId: number;
  /** When they last proved who they are in this session. */
  freshAt: number;
  /** They block or mute a person or a word, are blocked, or hide sensitive videos: their lists are filtered. */
  seesLess: boolean;
}

export interface Sessions {
  /** The user of this token: at most one indexed read, cached for 5 s. */
  find(token: string): Promise<User | null>;
  /** A new session's token: 256 random bits, returned once, stored hashed. */
  create(
    db: DbOrTrx,
    session: { userId: number; userAgent: string | null; address: string | null },
  ): Promise<string>;
  /** The person of this session proved at this time who they are. */
  freshen(user: User, at: number): Promise<void>;
  /**
   * Call this after any change to what a user's sessions may do: role, name, suspension, revocation, blocks.
   */
  forget(userId: number): void;
  /**
   * Called with the user whose sessions changed, here or in another process, so that open streams check their
   * access again.
   */
  onForget(listener: (userId: number) => void): void;
}

const REAUTHENTICATION_MS = REAUTHENTICATION_MINUTES * 60_000;
const DAY = 24 * 3600 * 1000;
/** A session ends so long after its last use, */
const IDLE_MS = 30 * DAY;
/** and so long after it began, however much it is used. */
const LIFE_MS = 90 * DAY;
const CACHE_MS = 5_000;
const MAX_ENTRIES = 10_000;
/** The sliding end is moved at most this often, so that reading costs no write. */
const TOUCH_MS = 3600 * 1000;

/** The viewer to filter lists for in queries; null: no filter applies. */
export const getFilteredViewer = (user: Pick<User, 'id' | 'seesLess'> | null): number | null =>
  user?.seesLess ? user.id : null;

export const isRecentlyAuthenticated = ({ freshAt }: Pick<User, 'freshAt'>, now: number): boolean =>
  now - freshAt <= REAUTHENTICATION_MS;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function openSessions(db: Db, pubsub: PubSub, clock: { now(): number }): Sessions {
  const cache = new Map<string, { user: User | null; until: number }>();
  /** Counts invalidations: a row read before one may be outdated. */
  let forgotten = 0;
  const listeners: ((userId: number) => void)[] = [];
  const forgetLocal = (userId: number) => {
    forgotten += 1;
    for (const [key, { user }] of cache) if (user?.id === userId) cache.delete(key);
    for (const listener of listeners) listener(userId);
  };
  pubsub.subscribe('session', (userId) => forgetLocal(Number(userId)));
  pubsub.onGap(() => {
    forgotten += 1;
    cache.clear();
  });

  return {
    async find(token) {
      if (token.length < 20 || token.length > 200) return null;
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const found = cache.get(key);
      if (found && found.until > clock.now() && pubsub.isLive()) return found.user;
      const before = forgotten;
      const user = await readSession(db, hash, clock.now());
      if (cache.size >= MAX_ENTRIES) cache.clear();
      // unknown tokens are not cached: they may be created in the next instant
      if (user && forgotten === before) cache.set(key, { user, until: clock.now() + CACHE_MS });
      return user;
    },
    create: (trx, session) => createSession(trx, session, clock.now()),
    async freshen({ id, sessionId }, at) {
      await db
        .updateTable('sessions')
        .set({ fresh_at: new Date(at) })
        .where('id', '=', sessionId)
        .execute();
      this.forget(id);
    },
    forget(userId) {
      forgetLocal(userId);
      pubsub.publish('session', String(userId));
    },
    onForget: (listener) => void listeners.push(listener),
  };
}

async function createSession(
  trx: DbOrTrx,
  { userId, userAgent, address }: { userId: number; userAgent: string | null; address: string | null },
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = new Date(now);
  await trx
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      user_agent: userAgent && cutText(userAgent, 400),
      address,
      fresh_at: at,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(now + IDLE_MS),
    })
    .execute();
  return token;
}

/** In a statement over `users`: see User. */
export const SEES_LESS = sql<boolean>`(exists (select from blocks where blocker_id = users.id or blocked_id = users.id)
  or exists (select from mutes where muter_id = users.id) or exists (select from muted_words where user_id = users.id)
  or users.sensitive = 'HIDE')`;

async function readSession(db: Db, hash: Buffer, now: number): Promise<User | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', new Date(now))
    .where('sessions.created_at', '>', new Date(now - LIFE_MS))
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select([
      'users.id',
      'username',
      'display_name',
      'profile_image',
      'email_verified_at',
      'users.language',
      'users.created_at',
      'users.role as given_role',
      'sessions.id as session_id',
      'sessions.created_at as began_at',
      'last_seen_at',
      'fresh_at',
    ])
    .select([roleInForce.as('role'), SEES_LESS.as('sees_less')])
    .executeTakeFirst();
  if (!row) return null;
  if (now - row.last_seen_at.getTime() > TOUCH_MS) {
    await db
      .updateTable('sessions')
      .set({
        last_seen_at: new Date(now),
        expires_at: new Date(Math.min(now + IDLE_MS, row.began_at.getTime() + LIFE_MS)),
      })
      .where('id', '=', row.session_id)
      .execute();
  }
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    profileImage: row.profile_image,
    role: row.role,
    givenRole: row.given_role,
    emailVerified: row.email_verified_at !== null,
    language: knownLanguage(row.language),
    createdAt: row.created_at,
    sessionId: row.session_id,
    freshAt: row.fresh_at.getTime(),
    seesLess: row.sees_less,
  };
}
