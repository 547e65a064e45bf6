import { sql } from 'kysely';
import type { SecurityEvent } from '#contract/accounts/security.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { pageOf } from '#server/app/http/page.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { asWritten } from '#contract/text/said.ts';

const PAGE = 50;
const DAYS_KEPT = 180;

export interface EventRow {
  userId: number;
  kind: SecurityEvent['kind'];
  device: string | null;
  address: string | null;
  detail: string | null;
  at: number;
}

export async function addSecurityEvent(db: DbOrTrx, event: EventRow): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      user_id: event.userId,
      kind: event.kind,
      device: event.device,
      address: event.address,
      detail: event.detail ? cutText(event.detail, 400) : null,
      created_at: new Date(event.at),
    })
    .execute();
}

/** Whether somebody signed in before, and whether with such a device. */
export async function readDeviceHistory(
  db: DbOrTrx,
  userId: number,
  device: string,
): Promise<{ any: boolean; same: boolean }> {
  const { rows } = await sql<{ any: boolean; same: boolean }>`
    select count(*) > 0 as any, coalesce(bool_or(device = ${device}), false) as same
    from security_events where user_id = ${userId} and kind = 'SIGN_IN'`.execute(db);
  return rows[0] ?? { any: false, same: false };
}

const NAMED = new Set<string>(['PASSKEY_ADDED', 'PASSKEY_REMOVED', 'KEY_ADDED', 'KEY_REVOKED']);

export async function listSecurityEvents(db: Db, userId: number, cursor: string | undefined) {
  let query = db
    .selectFrom('security_events')
    .where('user_id', '=', userId)
    .select(['id', 'kind', 'device', 'address', 'detail', 'created_at'])
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  if (cursor) query = query.where('id', '<', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), PAGE, (row) => [row.id]).map((row) => ({
    id: row.id,
    kind: row.kind as SecurityEvent['kind'],
    device: row.device,
    address: row.address,
    // a passkey or key is called what its person calls it
    detail: row.detail && (NAMED.has(row.kind) ? asWritten(row.detail) : row.detail),
    createdAt: row.created_at.toISOString(),
  }));
}

export async function dropOldEvents(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('created_at', '<', new Date(now - DAYS_KEPT * 24 * 3_600_000))
    .execute();
}
