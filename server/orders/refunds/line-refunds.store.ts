import { sql, type Selectable } from 'kysely';
import type { RefundedLine } from '#contract/shop/pricing.rules.ts';
import type { Db, DbOrTrx, Trx } from '#server/app/database/database.ts';
import { NOW, secondsFromNow } from '#server/app/database/expressions.ts';
import type { Refunds } from '#server/app/database/database.types.ts';
import type { Actor } from '../orders.store.ts';

export type RefundRow = Selectable<Refunds>;

export const actorColumns = (actor: Actor) => ({
  actor_id: typeof actor === 'string' ? null : actor.id,
  actor_name: typeof actor === 'string' ? actor : actor.username,
});

interface NewRefund {
  orderId: number;
  status: 'PENDING' | 'DONE';
  cents: number;
  reason: string | null;
  lines: RefundedLine[];
  restock: boolean;
  by: Actor;
  /** The provider's id of it, where it is known already. */
  providerId?: string | null;
}

export async function insertRefund(trx: DbOrTrx, refund: NewRefund): Promise<RefundRow> {
  return await trx
    .insertInto('refunds')
    .values({
      order_id: refund.orderId,
      status: refund.status,
      cents: refund.cents,
      reason: refund.reason,
      lines: JSON.stringify(refund.lines),
      restock: refund.restock,
      ...actorColumns(refund.by),
      provider_id: refund.providerId ?? null,
      done_at: refund.status === 'DONE' ? NOW : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Of an order, oldest first; those that failed are left out. */
export async function listRefunds(db: DbOrTrx, orderId: number): Promise<RefundRow[]> {
  return await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '<>', 'FAILED')
    .orderBy('id')
    .execute();
}

export async function findRefund(db: DbOrTrx, id: number): Promise<RefundRow | null> {
  return (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Refunds that a process left pending. */
export async function listPendingRefunds(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('created_at', '<', secondsFromNow(-30))
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Pieces of each line that were refunded, or are about to be. */
export function countPieces(refunds: Pick<RefundRow, 'lines'>[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { lineId, quantity } of refunds.flatMap(({ lines }) => lines))
    pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity);
  return pieces;
}

/** Pieces of each line that are back on the shelf, also where the refund failed after that. */
export async function countReturned(trx: DbOrTrx, orderId: number): Promise<Map<number, number>> {
  const refunds = await trx
    .selectFrom('refunds')
    .select('lines')
    .where('order_id', '=', orderId)
    .where('restock', '=', true)
    .where('done_at', 'is not', null)
    .execute();
  return countPieces(refunds);
}

export async function lockOrder(trx: Trx, id: number): Promise<void> {
  await trx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute();
}

export async function attachProviderRefund(db: DbOrTrx, id: number, providerId: string): Promise<void> {
  await db.updateTable('refunds').set({ provider_id: providerId }).where('id', '=', id).execute();
}

/** False: another process was faster. */
export async function endRefund(trx: DbOrTrx, id: number, status: 'DONE' | 'FAILED'): Promise<boolean> {
  const ended = await trx
    .updateTable('refunds')
    .set({ status, done_at: status === 'DONE' ? NOW : null })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** These were done, and failed after all: `done_at` stays, as what they restocked does. */
export async function undoRefunds(trx: DbOrTrx, ids: number[]): Promise<void> {
  if (!ids.length) return;
  await trx.updateTable('refunds').set({ status: 'FAILED' }).where('id', 'in', ids).execute();
}

/** Adds a refund that is done to its order. */
export async function addRefunded(trx: DbOrTrx, orderId: number, cents: number, at: Date): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({
      refunded_cents: sql`least(total_cents, refunded_cents + ${cents})`,
      refunded_at: eb
        .case()
        .when(eb('refunded_cents', '+', cents), '>=', eb.ref('total_cents'))
        .then(at)
        .else(eb.ref('refunded_at'))
        .end(),
    }))
    .where('id', '=', orderId)
    .execute();
}
