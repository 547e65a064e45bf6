import type { StoredMessage } from '#contract/text/message.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '#server/app/database/database.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

const Changed = z.object({ username: z.string(), email: z.string().nullable(), was: z.date().nullable() });

/** Suspends for a reason or, without one, lifts the suspension; returns the former state. Null: no such person. */
export async function setSuspension(
  trx: Trx,
  userId: number,
  reason: StoredMessage | null,
): Promise<z.output<typeof Changed> | null> {
  const [changed] = await sqlRows(Changed)`
    with before as (select id, suspended_at as was from users where id = ${userId} and deleted_at is null for update)
    update users set suspended_at = ${reason === null ? null : sql`coalesce(suspended_at, now())`}, suspend_reason = ${reason?.json ?? null}::jsonb
    from before where users.id = before.id returning username, email, was`.execute(trx);
  return changed ?? null;
}

export async function endSessionsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Whether a person is currently suspended. */
export async function isSuspended(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return Boolean(row?.suspended_at);
}
