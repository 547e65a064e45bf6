import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { FRESH_MINUTES } from '#contract/accounts.ts';
import type { Db, DbOrTrx } from '../database/database.ts';
import type { PubSub } from '../database/pubsub.ts';

export type Role = 'LOGIN_USER' | 'CONTENT_CREATOR' | 'GLOBAL_ADMIN';

/** Somebody signed in. */
export interface User {
  id: number;
  username: string;
  displayName: string | null;
  profileImage: string | null;
  role: Role;
  emailVerified: boolean;
  createdAt: Date;
  sessionId: number;
  /** Their role needs a second step (admins say which do), and they have none. */
  secondStepMissing: boolean;
  /** When they last proved who they are in this session. */
  freshAt: number;
}

export interface Sessions {
  /** Who holds this token: one indexed read at most, kept for 5 s. */
  find(token: string): Promise<User | null>;
  /** A new session's token: 256 random bits, told once, stored hashed. */
  create(
    db: DbOrTrx,
    session: { userId: number; userAgent: string | null; address: string | null },
  ): Promise<string>;
  /** The person of this session proved at this time who they are. */
  freshen(user: User, at: number): Promise<void>;
  /** To be called after anything that changes what a user's sessions may do: role, name, suspension, revocation. */
  forget(userId: number): void;
}

const FRESH_MS = FRESH_MINUTES * 60_000;
const DAY = 24 * 3600 * 1000;
/** A session ends so long after its last use, */
const IDLE_MS = 30 * DAY;
/** and so long after it began, however much it is used. */
const LIFE_MS = 90 * DAY;
const KEPT_MS = 5_000;
const MAX_KEPT = 10_000;
/** The sliding end is moved at most this often, so that reading costs no write. */
const TOUCH_MS = 3600 * 1000;

export const isFresh = ({ freshAt }: Pick<User, 'freshAt'>, now: number): boolean =>
  now - freshAt <= FRESH_MS;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function openSessions(db: Db, pubsub: PubSub, clock: { now(): number }): Sessions {
  const kept = new Map<string, { user: User | null; until: number }>();
  const forgetLocal = (userId: number) => {
    for (const [key, { user }] of kept) if (user?.id === userId) kept.delete(key);
  };
  pubsub.subscribe('session', (userId) => forgetLocal(Number(userId)));
  pubsub.onGap(() => kept.clear());

  return {
    async find(token) {
      if (token.length < 20 || token.length > 200) return null;
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const found = kept.get(key);
      if (found && found.until > clock.now() && pubsub.isLive()) return found.user;
      const user = await readSession(db, hash, clock.now());
      if (kept.size >= MAX_KEPT) kept.clear();
      // an unknown token is not kept: it may be created in the next instant
      if (user) kept.set(key, { user, until: clock.now() + KEPT_MS });
      return user;
    },
    async create(trx, { userId, userAgent, address }) {
      const token = randomBytes(32).toString('base64url');
      await trx
        .insertInto('sessions')
        .values({
          user_id: userId,
          token_hash: hashToken(token),
          user_agent: userAgent?.slice(0, 400) ?? null,
          address,
          fresh_at: new Date(clock.now()),
          created_at: new Date(clock.now()),
          last_seen_at: new Date(clock.now()),
          expires_at: new Date(clock.now() + IDLE_MS),
        })
        .execute();
      return token;
    },
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
  };
}

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
      'role',
      'email_verified_at',
      'users.created_at',
      'sessions.id as session_id',
      'sessions.created_at as began_at',
      'last_seen_at',
      'fresh_at',
    ])
    .select(
      sql<boolean>`exists (select from site_facts where name = 'second-step-roles' and value ? role)
        and not exists (select from second_steps where second_steps.user_id = users.id and confirmed_at is not null)`.as(
        'second_step_missing',
      ),
    )
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
    emailVerified: row.email_verified_at !== null,
    createdAt: row.created_at,
    sessionId: row.session_id,
    secondStepMissing: row.second_step_missing,
    freshAt: row.fresh_at.getTime(),
  };
}
