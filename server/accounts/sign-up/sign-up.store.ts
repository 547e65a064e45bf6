import { expressionBuilder, type InferResult } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Invitation } from '#contract/accounts/sign-up.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf } from '#server/app/http/page.ts';
import { hashToken } from '#server/app/http/callers/sessions.ts';
import { lockPerson } from '../sign-in/sign-in-epoch.store.ts';

const PAGE = 50;

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  note: row.note,
  maxUses: row.max_uses,
  uses: row.uses,
  people: row.people.flatMap(({ username }) => username ?? []),
  createdBy: row.created_by_name,
  expiresAt: row.expires_at.toISOString(),
  revoked: row.revoked_at !== null,
  createdAt: row.created_at.toISOString(),
});

/** The newest first, with the latest of the people who came by each. */
const selectInvitations = (db: DbOrTrx) =>
  db
    .selectFrom('invitations')
    .leftJoin('users as creator', 'creator.id', 'invitations.created_by')
    .select((eb) => [
      'invitations.id',
      'note',
      'max_uses',
      'uses',
      'expires_at',
      'revoked_at',
      'invitations.created_at',
      'creator.username as created_by_name',
      jsonArrayFrom(
        eb
          .selectFrom('users')
          .whereRef('invitation_id', '=', 'invitations.id')
          .select('username')
          .orderBy('users.id', 'desc')
          .limit(20),
      ).as('people'),
    ])
    .orderBy('invitations.id', 'desc')
    .limit(PAGE + 1);
type InvitationRow = InferResult<ReturnType<typeof selectInvitations>>[number];

/** Those of one person, or all (null). */
export async function listInvitations(db: Db, creator: number | null, cursor: string | undefined) {
  let query = selectInvitations(db);
  if (creator !== null) query = query.where('invitations.created_by', '=', creator);
  if (cursor) query = query.where('invitations.id', '<', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), PAGE, (row) => [row.id]).map(toInvitation);
}

export async function addInvitation(
  trx: DbOrTrx,
  invitation: {
    token: string;
    createdBy: number;
    note: string | null;
    maxUses: number;
    expiresAt: number;
  },
): Promise<Invitation> {
  const { id } = await trx
    .insertInto('invitations')
    .values({
      token_hash: hashToken(invitation.token),
      created_by: invitation.createdBy,
      note: invitation.note,
      max_uses: invitation.maxUses,
      expires_at: new Date(invitation.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return toInvitation(
    await selectInvitations(trx).where('invitations.id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** Whether an invitation is usable: those by suspended or deleted members are not. */
const isOpen = (token: string, now: number) => {
  const eb = expressionBuilder<Database, 'invitations'>();
  return eb.and([
    eb('token_hash', '=', hashToken(token)),
    eb('revoked_at', 'is', null),
    eb('expires_at', '>', new Date(now)),
    eb('uses', '<', eb.ref('max_uses')),
    eb.exists(
      eb
        .selectFrom('users')
        .whereRef('users.id', '=', 'created_by')
        .where('suspended_at', 'is', null)
        .where('deleted_at', 'is', null)
        .select('users.id'),
    ),
  ]);
};

/**
 * Uses an invitation once and returns its id. Null: it isn't valid any more. Concurrent calls never share the last use.
 */
export async function spendInvitation(trx: DbOrTrx, token: string, now: number): Promise<number | null> {
  const row = await trx
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where(isOpen(token, now))
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether an invitation is usable. */
export async function isOpenInvitation(db: Db, token: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('invitations').where(isOpen(token, now)).select('id').executeTakeFirst();
  return row !== undefined;
}

export async function recordInvitation(trx: DbOrTrx, userId: number, invitationId: number): Promise<void> {
  await trx.updateTable('users').set({ invitation_id: invitationId }).where('id', '=', userId).execute();
}

/** False: this person (null: anyone) has no such invitation, or it has been revoked already. */
export async function revokeInvitation(
  trx: DbOrTrx,
  { id, creator, now }: { id: number; creator: number | null; now: number },
): Promise<boolean> {
  let query = trx
    .updateTable('invitations')
    .set({ revoked_at: new Date(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null);
  if (creator !== null) query = query.where('created_by', '=', creator);
  const revoked = await query.executeTakeFirst();
  return revoked.numUpdatedRows > 0n;
}

/**
 * How many people a member's links may still admit. Locks the links, so that two created concurrently are both counted.
 */
export async function countOpenUses(trx: DbOrTrx, creator: number, now: number): Promise<number> {
  await lockPerson(trx, creator);
  const { open } = await trx
    .selectFrom('invitations')
    .where('created_by', '=', creator)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .select(({ eb, fn }) => fn.sum<number | null>(eb('max_uses', '-', eb.ref('uses'))).as('open'))
    .executeTakeFirstOrThrow();
  return open ?? 0;
}
