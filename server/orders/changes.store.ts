import { sql, type Transaction } from 'kysely';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { NOW } from '#server/app/database/expressions.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { statusesBefore } from './orders.rules.ts';
import type { Actor, OrderRow, PaidBy } from './orders.store.ts';

/** Without a refund of ours: nothing was captured, or the provider refunded it. */
export async function markCancelled(trx: DbOrTrx, id: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ status: 'CANCELLED' })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore('CANCELLED'))
    .execute();
}

/** The order as it is now; null where it can't be paid any more. */
export async function markPaid(
  trx: DbOrTrx,
  order: OrderRow,
  { captureId, payerId, payerEmail }: PaidBy,
): Promise<OrderRow | null> {
  const row = await trx
    .updateTable('orders')
    .set({
      status: 'PAID',
      capture_id: captureId,
      payer_id: payerId,
      payer_email: payerEmail,
      paid_at: NOW,
    })
    .where('id', '=', order.id)
    .where('status', 'in', statusesBefore('PAID'))
    .returningAll()
    .executeTakeFirst();
  return row ? { ...order, ...row } : null;
}

/** The payment of an order that is cancelled already. */
export async function recordLatePayment(
  trx: DbOrTrx,
  id: number,
  { captureId, payerId, payerEmail }: PaidBy,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ capture_id: captureId, payer_id: payerId, payer_email: payerEmail })
    .where('id', '=', id)
    .execute();
}

/** Blocks other status changes. False: it can't be cancelled, or is claimed already. */
export async function claimCancelling(
  db: DbOrTrx,
  id: number,
  { at, by, reason }: { at: Date; by: Actor; reason: string | null },
): Promise<boolean> {
  const claimed = await db
    .updateTable('orders')
    .set({ cancelling_at: at, cancel_reason: reason, cancelled_by: typeof by === 'string' ? null : by.id })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore('CANCELLED'))
    .where('cancelling_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The refund is rejected: the order stays as it was. False: another process was quicker. */
export async function endCancelling(
  trx: DbOrTrx,
  { id, cancelling_at: claimed }: Pick<OrderRow, 'id' | 'cancelling_at'>,
): Promise<boolean> {
  const ended = await trx
    .updateTable('orders')
    .set({ cancelling_at: null, cancel_reason: null, cancelled_by: null, cancel_deferred: false })
    .where('id', '=', id)
    .where('cancelling_at', '=', claimed)
    .where('status', '<>', 'CANCELLED')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** The caller was asked to wait and learns the outcome by retrying. True the first time. */
export async function deferCancelling(db: DbOrTrx, id: number): Promise<boolean> {
  const deferred = await db
    .updateTable('orders')
    .set({ cancel_deferred: true })
    .where('id', '=', id)
    .where('cancel_deferred', '=', false)
    .returning('id')
    .executeTakeFirst();
  return deferred !== undefined;
}

/** Some of the claims that are older than `before`, with who made them: each has its turn, however many wait for long. */
export async function listLeftClaims(db: DbOrTrx, before: Date): Promise<{ id: number; by: Actor }[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'cancelled_by')
    .select(['orders.id', 'users.id as userId', 'users.username'])
    .where('cancelling_at', '<', before)
    .where('orders.status', '<>', 'CANCELLED')
    .orderBy(sql`random()`)
    .limit(50)
    .execute();
  return rows.map(({ id, userId, username }) => ({
    id,
    by: userId !== null && username !== null ? { id: userId, username } : 'system',
  }));
}

/** Cancels a claimed order. False where it was paid in this very moment: that money must be given back first. */
export async function cancelClaimed(
  trx: DbOrTrx,
  { id, captureId, refundedAt }: { id: number; captureId: string | null; refundedAt: Date | null },
): Promise<boolean> {
  const done = await trx
    .updateTable('orders')
    .set((eb) => ({
      status: 'CANCELLED' as const,
      ...(refundedAt
        ? {
            refunded_at: eb.fn.coalesce('refunded_at', eb.val(refundedAt)),
            refunded_cents: eb.ref('total_cents'),
          }
        : {}),
    }))
    .where('id', '=', id)
    .where('status', 'in', statusesBefore('CANCELLED'))
    .where('capture_id', captureId === null ? 'is' : '=', captureId)
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** False: it was known. */
export async function markRefunded(db: DbOrTrx, id: number, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable('orders')
    .set((eb) => ({ refunded_at: at, refunded_cents: eb.ref('total_cents') }))
    .where('id', '=', id)
    .where('refunded_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Less was refunded than recorded. False if nothing changed. */
export async function lowerRefunded(trx: DbOrTrx, id: number, to: number): Promise<boolean> {
  const lowered = await trx
    .updateTable('orders')
    .set({ refunded_at: null, refunded_cents: to })
    .where('id', '=', id)
    .where('refunded_cents', '>', to)
    .returning('id')
    .executeTakeFirst();
  return lowered !== undefined;
}

/** More was refunded than recorded; null if nothing changed, or if a cancellation in progress refunds all. */
export async function raiseRefunded(
  trx: Transaction<Database>,
  id: number,
  { to, at }: { to: number; at: Date },
): Promise<{ before: number; refundedCents: number; totalCents: number; status: OrderStatus } | null> {
  const { rows } = await sql<{
    before: number;
    refundedCents: number;
    totalCents: number;
    status: OrderStatus;
  }>`
    update orders set refunded_cents = least(${to}, orders.total_cents),
      refunded_at = case when ${to} >= orders.total_cents then ${at}::timestamptz end
    from (select id, refunded_cents from orders where id = ${id} for update) known
    where orders.id = known.id and known.refunded_cents < least(${to}, orders.total_cents)
      and orders.refunded_at is null and (orders.cancelling_at is null or orders.status = 'CANCELLED')
    returning known.refunded_cents as before, orders.refunded_cents as "refundedCents", orders.total_cents as "totalCents", orders.status`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** True the first time: each event is heard once, however often it is sent. */
export async function recordPaymentEvent(
  trx: DbOrTrx,
  event: { id: string; type: string; paymentId: string | null },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('payment_events')
    .values({ id: event.id, type: event.type, payment_id: event.paymentId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
