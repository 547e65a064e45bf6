import { sql, type Selectable } from 'kysely';
import type { InvoiceKind } from '#contract/orders/invoices.ts';
import type { InvoiceDocument } from '#server/app/database/columns.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import type { Invoices } from '#server/app/database/database.types.ts';

export type InvoiceRow = Selectable<Invoices>;

/** Draws the next number: others wait until the transaction ends, so that there is no gap. */
async function drawNumber(trx: DbOrTrx, kind: InvoiceKind): Promise<number> {
  const { last } = await trx
    .updateTable('document_numbers')
    .set({ last: sql`last + 1` })
    .where('kind', '=', kind)
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertInvoice(
  trx: DbOrTrx,
  invoice: { kind: InvoiceKind; orderId: number; refundId: number | null; document: InvoiceDocument },
): Promise<void> {
  await trx
    .insertInto('invoices')
    .values({
      kind: invoice.kind,
      number: await drawNumber(trx, invoice.kind),
      order_id: invoice.orderId,
      refund_id: invoice.refundId,
      document: JSON.stringify(invoice.document),
    })
    .execute();
}

/** The invoice of an order and its credit notes, oldest first. */
export async function listInvoices(db: DbOrTrx, orderId: number): Promise<InvoiceRow[]> {
  return await db
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
}
