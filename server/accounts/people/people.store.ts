import { readMessageOrNull, type Stored } from '#contract/text/message.ts';
import { expressionBuilder, sql, type Transaction } from 'kysely';
import type { PersonAnswer, UpgradeRequestAnswer } from '#contract/accounts/people.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf } from '#server/app/http/page.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { profileImageUrl } from '#server/app/http/files/media-url.ts';
import type { Role } from '#server/app/http/callers/roles.ts';
import { NOW } from '#server/app/database/expressions.ts';

export const PAGE = 50;

interface PersonRow {
  id: number;
  username: string;
  email: string | null;
  email_verified_at: Date | null;
  display_name: string | null;
  profile_image: string | null;
  role: Role;
  suspended_at: Date | null;
  suspend_reason: Stored | null;
  created_at: Date;
  last_seen_at: Date | null;
  invited_by: string | null;
}

const PERSON = [
  'users.id',
  'username',
  'email',
  'email_verified_at',
  'display_name',
  'profile_image',
  'role',
  'suspended_at',
  'suspend_reason',
  'users.created_at',
] as const;
const { selectFrom } = expressionBuilder<Database, 'users'>();
const lastSeen = selectFrom('sessions')
  .whereRef('sessions.user_id', '=', 'users.id')
  .select(({ fn }) => fn.max('last_seen_at').as('last'))
  .as('last_seen_at');
const invitedBy = selectFrom('invitations')
  .innerJoin('users as inviter', 'inviter.id', 'invitations.created_by')
  .whereRef('invitations.id', '=', 'users.invitation_id')
  .select('inviter.username')
  .as('invited_by');

function toPerson(row: PersonRow): PersonAnswer {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    displayName: row.display_name,
    profileImageUrl: profileImageUrl(row.profile_image),
    role: row.role,
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    suspendReason: readMessageOrNull(row.suspend_reason),
    createdAt: row.created_at.toISOString(),
    invitedBy: row.invited_by,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  };
}

/** `%` and `_` of a search mean themselves. */
const likePattern = (typed: string): string => `%${typed.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;

export interface PeopleFilter {
  q: string | null;
  role?: Role | undefined;
}

/** What the newest people are called. */
export async function listNames(
  db: Db,
  { role }: PeopleFilter,
  most: number,
): Promise<{ id: number; text: string }[]> {
  let query = db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .select(({ fn, val }) => [
      'id',
      fn<string>('concat_ws', [val(' '), 'username', 'display_name', 'email']).as('text'),
    ])
    .orderBy('id', 'desc')
    .limit(most);
  if (role) query = query.where('role', '=', role);
  return await query.execute();
}

export async function listPeople(
  db: Db,
  { q, role, cursor, ids }: PeopleFilter & { cursor?: string | undefined; ids?: number[] },
) {
  let query = db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .select(PERSON)
    .select([lastSeen, invitedBy])
    .orderBy('users.id', 'desc')
    .limit(PAGE + 1);
  if (q) {
    const pattern = likePattern(q);
    query = query.where((where) =>
      where.or([
        where(sql`lower(username)`, 'like', pattern),
        where(sql`lower(email)`, 'like', pattern),
        where(sql`lower(display_name)`, 'like', pattern),
      ]),
    );
  }
  if (ids) query = query.where('users.id', 'in', ids);
  if (role) query = query.where('role', '=', role);
  if (cursor) query = query.where('users.id', '<', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), PAGE, (row) => [row.id]).map(toPerson);
}

export async function getPerson(db: DbOrTrx, userId: number): Promise<PersonAnswer | null> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(PERSON)
    .select([lastSeen, invitedBy])
    .executeTakeFirst();
  return row ? toPerson(row) : null;
}

/** Null: no such person. */
export async function setRole(
  trx: Transaction<Database>,
  userId: number,
  role: Role,
): Promise<{ before: Role } | null> {
  const row = await trx
    .with('before', (db) =>
      db
        .selectFrom('users')
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .select(['id', 'role'])
        .forUpdate(),
    )
    .updateTable('users')
    .from('before')
    .set({ role })
    .whereRef('users.id', '=', 'before.id')
    .returning('before.role as before')
    .executeTakeFirst();
  return row ?? null;
}

/** Requests that wait, oldest first. */
export async function listUpgradeRequests(db: Db): Promise<UpgradeRequestAnswer[]> {
  const rows = await db
    .selectFrom('upgrade_requests')
    .innerJoin('users', 'users.id', 'upgrade_requests.user_id')
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .select(PERSON)
    .select([lastSeen, invitedBy])
    .select(['upgrade_requests.id as request_id', 'message', 'upgrade_requests.created_at as requested_at'])
    .orderBy('upgrade_requests.id')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.request_id,
    message: row.message,
    requestedAt: row.requested_at.toISOString(),
    person: toPerson(row),
  }));
}

/** Decides a request that waits, once; a grant makes a plain user a creator. Null: no such request waits. */
export async function decideUpgrade(
  trx: Transaction<Database>,
  requestId: number,
  adminId: number,
  rejectReason: string | null,
): Promise<{ userId: number } | null> {
  const request = await trx
    .updateTable('upgrade_requests')
    .set({
      status: rejectReason === null ? 'GRANTED' : 'REJECTED',
      reject_reason: rejectReason,
      decided_by: adminId,
      decided_at: NOW,
    })
    .where('id', '=', requestId)
    .where('status', '=', 'PENDING')
    .returning('user_id')
    .executeTakeFirst();
  if (!request) return null;
  if (rejectReason === null)
    await trx
      .updateTable('users')
      .set({ role: 'CONTENT_CREATOR' })
      .where('id', '=', request.user_id)
      .where('role', '=', 'LOGIN_USER')
      .execute();
  return { userId: request.user_id };
}

export async function hasUpgradeRequest(db: DbOrTrx, requestId: number): Promise<boolean> {
  const found = await db
    .selectFrom('upgrade_requests')
    .select('id')
    .where('id', '=', requestId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A role given otherwise answers a request that waits. */
export async function settleUpgrade(
  trx: Transaction<Database>,
  userId: number,
  adminId: number | null,
): Promise<void> {
  await trx
    .updateTable('upgrade_requests')
    .set({ status: 'GRANTED', decided_by: adminId, decided_at: NOW })
    .where('user_id', '=', userId)
    .where('status', '=', 'PENDING')
    .execute();
}

export async function findByUsername(
  db: DbOrTrx,
  username: string,
): Promise<{ id: number; role: Role; email: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role', 'email'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function hasAdmin(db: DbOrTrx): Promise<boolean> {
  return (
    (await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'GLOBAL_ADMIN')
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
