import { writeInvoiceNumber } from '#contract/orders/invoices.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import type { Db } from '#server/app/database/database.ts';
import { inMonth } from '#server/app/database/expressions.ts';
import { readCursor } from '#server/app/http/cursor.ts';
import { type Page, pageOf } from '#server/app/http/page.ts';

export interface TaxRow {
  number: string;
  orderId: number;
  issuedAt: string;
  country: string;
  state: string;
  vatNumber: string | null;
  currency: string;
  /** Per cent. */
  rate: number;
  net: number;
  tax: number;
  total: number;
}

const PAGE = 500;

/** Invoices and credit notes of a month, or all, in the order of their numbers: one row each, with its tax. */
export async function listTaxRows(
  db: Db,
  { month, cursor }: { month: string | undefined; cursor: string | undefined },
): Promise<Page<TaxRow>> {
  let query = db
    .selectFrom('invoices')
    .selectAll()
    .orderBy('kind', 'desc')
    .orderBy('number')
    .limit(PAGE + 1);
  if (month) query = query.where(inMonth('issued_at', month));
  if (cursor) {
    const [kind, number] = readCursor(cursor, 'sn');
    query = query.where((eb) =>
      eb.or([
        eb('kind', '<', kind as 'INVOICE'),
        eb.and([eb('kind', '=', kind as 'INVOICE'), eb('number', '>', number)]),
      ]),
    );
  }
  return pageOf(await query.execute(), PAGE, (row) => [row.kind, row.number]).map((row) => {
    const { buyer, currency, sums } = row.document;
    const sign = row.kind === 'INVOICE' ? 1 : -1;
    const { rate, net, tax } = sums.taxLines[0] ?? { rate: 0, net: sums.total, tax: 0 };
    return {
      number: writeInvoiceNumber(row.kind, row.number),
      orderId: row.order_id,
      issuedAt: row.issued_at.toISOString(),
      country: buyer.shippingCountry,
      state: buyer.shippingState,
      vatNumber: buyer.vatNumber,
      currency,
      rate: rate / 1000,
      net: sign * toAmount(net),
      tax: sign * toAmount(tax),
      total: sign * toAmount(sums.total),
    };
  });
}
