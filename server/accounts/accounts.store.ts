import { expressionBuilder, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Me } from '#contract/accounts/accounts.ts';
import type { SensitiveChoice } from '#contract/videos/labels.ts';
import type { Language } from '#contract/text/languages.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import { roleInForce, type Role } from '#server/app/http/callers/roles.ts';
import { SEES_LESS } from '#server/app/http/callers/sessions.ts';
import { NOW } from '#server/app/database/expressions.ts';
import { sqlColumn } from '#server/app/database/read-rows.ts';

export interface NewUser {
  username: string;
  email: string | null;
  passwordHash: string | null;
  displayName?: string | null;
  bio?: string | null;
  role?: Role;
  emailVerified?: boolean;
  /** The language they signed up in. */
  signUpLanguage?: Language | null;
}

/** Adds a person. A name or address that is taken is rejected by its index; see accounts.errors.ts. */
export async function createUser(trx: DbOrTrx, user: NewUser): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values({
      username: user.username,
      email: user.email,
      password_hash: user.passwordHash,
      display_name: user.displayName ?? null,
      bio: user.bio ?? null,
      role: user.role ?? 'LOGIN_USER',
      email_verified_at: user.emailVerified ? NOW : null,
      sign_up_language: user.signUpLanguage ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Who signs in with this name or address (in lower case), if anybody; `known`: they are signed in from this address already. */
export async function findLogin(db: Db, key: string, address: string) {
  const login = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'sign_in_epoch', 'suspended_at', 'suspend_reason'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .whereRef('sessions.user_id', '=', 'users.id')
          .where('sessions.address', '=', address)
          .select('sessions.user_id'),
      ).as('known'),
    )
    .where(({ or, eb }) => or([eb(sql`lower(username)`, '=', key), eb(sql`lower(email)`, '=', key)]))
    .where('deleted_at', 'is', null)
    // a username can't hold an @ and an address must, so that at most one row is meant
    .limit(1)
    .executeTakeFirst();
  return login ?? null;
}

const toUpgrade = (row: {
  status: 'PENDING' | 'GRANTED' | 'REJECTED' | null;
  reject_reason: string | null;
  requested_at: Date | null;
}): Me['upgrade'] =>
  row.status && row.requested_at
    ? { status: row.status, rejectReason: row.reject_reason, requestedAt: row.requested_at.toISOString() }
    : null;

const { eb, exists, selectFrom } = expressionBuilder<Database, 'users'>();
/** The columns used to sign in. */
const SECURITY = [
  eb('password_hash', 'is not', null).as('has_password'),
  exists(
    selectFrom('second_steps')
      .whereRef('second_steps.user_id', '=', 'users.id')
      .where('confirmed_at', 'is not', null)
      .select('user_id'),
  ).as('has_two_factor'),
  exists(selectFrom('passkeys').whereRef('passkeys.user_id', '=', 'users.id').select('passkeys.id')).as(
    'has_passkey',
  ),
] as const;

export async function readMe(db: DbOrTrx, userId: number): Promise<Me | null> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('upgrade_requests')
          .whereRef('upgrade_requests.user_id', '=', 'users.id')
          .orderBy('upgrade_requests.id', 'desc')
          .limit(1)
          .select(['status', 'reject_reason', 'upgrade_requests.created_at as requested_at'])
          .as('upgrade'),
      (join) => join.onTrue(),
    )
    .select([
      'users.id',
      'username',
      'email',
      'email_verified_at',
      'display_name',
      'bio',
      'profile_image',
      'language',
      'support_link',
      'sensitive',
      'history_paused',
      'role',
      'users.created_at',
      'upgrade.status',
      'upgrade.reject_reason',
      'upgrade.requested_at',
    ])
    .select([...SECURITY, SEES_LESS.as('sees_less')])
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    displayName: row.display_name,
    bio: row.bio,
    profileImageUrl: profileImageUrl(row.profile_image),
    language: row.language,
    role: row.role,
    hasPassword: Boolean(row.has_password),
    hasSecondStep: Boolean(row.has_two_factor),
    hasPasskey: Boolean(row.has_passkey),
    supportLink: row.support_link,
    sensitive: row.sensitive,
    historyPaused: row.history_paused,
    seesLess: row.sees_less,
    upgrade: toUpgrade(row),
    createdAt: row.created_at.toISOString(),
  };
}

/** The effective role of a person other than the caller: see roleInForce. Null: no such person. */
export async function readRole(db: DbOrTrx, userId: number): Promise<Role | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(roleInForce.as('role'))
    .executeTakeFirst();
  return row?.role ?? null;
}

/** Omitted fields stay unchanged; blank ones are cleared. */
export async function updateProfile(
  db: Db,
  userId: number,
  profile: {
    displayName?: string | null | undefined;
    bio?: string | null | undefined;
    language?: Language | null | undefined;
    supportLink?: string | null | undefined;
    sensitive?: SensitiveChoice | undefined;
    historyPaused?: boolean | undefined;
  },
): Promise<void> {
  const { displayName, bio, language, supportLink, sensitive, historyPaused } = profile;
  if (Object.values(profile).every((value) => value === undefined)) return;
  await db
    .updateTable('users')
    .set({
      ...(displayName === undefined ? {} : { display_name: displayName || null }),
      ...(bio === undefined ? {} : { bio: bio || null }),
      ...(language === undefined ? {} : { language }),
      ...(supportLink === undefined ? {} : { support_link: supportLink || null }),
      ...(sensitive === undefined ? {} : { sensitive }),
      ...(historyPaused === undefined ? {} : { history_paused: historyPaused }),
    })
    .where('id', '=', userId)
    .execute();
}

/** Sets the folder of the profile image; returns the previous one. */
export async function replaceProfileImage(
  db: DbOrTrx,
  userId: number,
  folder: string | null,
): Promise<string | null> {
  const [old] = await sqlColumn(z.string().nullable())`
    with before as (select id, profile_image as old from users where id = ${userId} for update)
    update users set profile_image = ${folder} from before where users.id = before.id returning old`.execute(
    db,
  );
  return old ?? null;
}

/**
 * Whether there is no other admin. Locks all admins, so that two concurrent demotions can't remove the last
 * one.
 */
export async function isLastAdmin(trx: Transaction<Database>, userId: number): Promise<boolean> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'GLOBAL_ADMIN')
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return admins.length === 1 && admins[0]?.id === userId;
}

/**
 * Deletes a person permanently. What they wrote stays, attributed to a deleted user; returns the folder of
 * their image.
 */
export async function deleteUser(
  trx: Transaction<Database>,
  userId: number,
): Promise<{ profileImage: string | null } | null> {
  const row = await trx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning('profile_image')
    .executeTakeFirst();
  return row ? { profileImage: row.profile_image } : null;
}
