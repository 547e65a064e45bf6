import {
  MAX_WITHDRAWALS_PAGE,
  WITHDRAWALS_PAGE,
  type Declaration,
  type Withdrawal,
} from '#contract/withdrawals/withdrawals.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { hashToken } from '#server/app/http/callers/sessions.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { pageOf, type Page } from '#server/app/http/page.ts';
import { refundBy } from './withdrawals.rules.ts';

export async function addLink(
  db: DbOrTrx,
  link: { token: string; orderId: number; email: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('withdrawal_links')
    .values({
      token_hash: hashToken(link.token),
      order_id: link.orderId,
      email: link.email,
      expires_at: link.expiresAt,
    })
    .execute();
}

export async function findLink(
  db: Db,
  token: string,
  now: number,
): Promise<{ orderId: number; email: string } | null> {
  const link = await db
    .selectFrom('withdrawal_links')
    .select(['order_id as orderId', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return link ?? null;
}

export async function dropExpiredLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('withdrawal_links').where('expires_at', '<=', new Date(now)).execute();
}

/** True the first time: an order has one at most. */
export async function insertWithdrawal(
  trx: Trx,
  withdrawal: { orderId: number; email: string; inTime: boolean; declaredAt: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('withdrawals')
    .values({
      order_id: withdrawal.orderId,
      email: withdrawal.email,
      in_time: withdrawal.inTime,
      declared_at: withdrawal.declaredAt,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findDeclaration(db: Db, orderId: number): Promise<Declaration | null> {
  const row = await db
    .selectFrom('withdrawals')
    .select('declared_at')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row ? { orderId, declaredAt: row.declared_at.toISOString() } : null;
}

export async function listWithdrawals(
  db: Db,
  { cursor, limit = WITHDRAWALS_PAGE }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<Withdrawal>> {
  const size = Math.min(limit, MAX_WITHDRAWALS_PAGE);
  let query = db
    .selectFrom('withdrawals')
    .innerJoin('orders', 'orders.id', 'withdrawals.order_id')
    .select([
      'withdrawals.id',
      'withdrawals.order_id',
      'withdrawals.email',
      'withdrawals.declared_at',
      'withdrawals.in_time',
      'orders.refunded_cents',
      'orders.currency',
    ])
    .orderBy('withdrawals.id', 'desc')
    .limit(size + 1);
  if (cursor) query = query.where('withdrawals.id', '<', readCursor(cursor, 'n')[0]);
  return pageOf(await query.execute(), size, (row) => [row.id]).map((row) => ({
    id: row.id,
    orderId: row.order_id,
    email: row.email,
    declaredAt: row.declared_at.toISOString(),
    refundBy: refundBy(row.declared_at).toISOString(),
    inTime: row.in_time,
    refundedAmount: toAmount(row.refunded_cents),
    currency: row.currency,
  }));
}
