import { readMessageOrNull, type StoredMessage } from '#contract/text/message.ts';
import type { SecurityEvent } from '#contract/accounts/security.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import type { Db, DbOrTrx } from '#server/app/database/database.ts';
import { pageOf } from '#server/app/http/page.ts';

const PAGE = 50;
const RETENTION_DAYS = 180;

export interface EventRow {
  userId: number;
  kind: SecurityEvent['kind'];
  device: string | null;
  address: string | null;
  detail: StoredMessage | null;
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
      detail: event.detail?.json ?? null,
      created_at: new Date(event.at),
    })
    .execute();
}

/** Whether a person signed in before, and whether with this kind of device. */
export async function readDeviceHistory(
  db: DbOrTrx,
  userId: number,
  device: string,
): Promise<{ any: boolean; same: boolean }> {
  const { any, same } = await db
    .selectFrom('security_events')
    .where('user_id', '=', userId)
    .where('kind', '=', 'SIGN_IN')
    .select(({ fn }) => [
      fn.countAll<number>().as('any'),
      fn.countAll<number>().filterWhere('device', '=', device).as('same'),
    ])
    .executeTakeFirstOrThrow();
  return { any: any > 0, same: same > 0 };
}

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
    detail: readMessageOrNull(row.detail),
    createdAt: row.created_at.toISOString(),
  }));
}

export async function dropOldEvents(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('created_at', '<', new Date(now - RETENTION_DAYS * 24 * 3_600_000))
    .execute();
}
