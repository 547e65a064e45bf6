import { writeInvoiceNumber, type Invoice } from '#contract/orders/invoices.ts';
import {
  refundOfLine,
  taxInRefund,
  withTaxLeft,
  type Pricing,
  type RefundedLine,
  type RefundSum,
} from '#contract/shop/pricing.rules.ts';
import { toAmount } from '#server/adapters/payments/money.ts';
import type { Context } from '#server/app/context.ts';
import type { InvoiceDocument } from '#server/app/database/columns.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { OrderRow } from '../orders.store.ts';
import { pricingOf } from '../pricing-of.ts';
import { toSums } from '../sums.ts';
import { insertInvoice, listInvoices, type InvoiceRow } from './invoices.store.ts';

const headOf = ({ settings }: Pick<Context, 'settings'>, order: OrderRow) => ({
  seller: settings.owner.shop.seller,
  buyer: {
    shippingName: order.shipping_name,
    shippingAddress: order.shipping_address,
    shippingCity: order.shipping_city,
    shippingState: order.shipping_state,
    shippingZipCode: order.shipping_zip_code,
    shippingCountry: order.shipping_country,
    shippingPhone: order.shipping_phone,
    vatNumber: order.vat_number,
  },
  currency: order.currency,
  orderedAt: order.created_at.toISOString(),
});

function linesOf(order: OrderRow, pricing: Pricing): InvoiceDocument['lines'] {
  return order.items.map((line, at) => ({
    name: line.name,
    variant: line.variant ?? null,
    sku: line.sku ?? null,
    quantity: line.quantity,
    cents: line.cents,
    discount: pricing.discounts[at] ?? 0,
    tax: pricing.taxes[at] ?? 0,
  }));
}

/** In the transaction that makes the order PAID. */
export async function issueInvoice(ctx: Pick<Context, 'settings'>, trx: Trx, order: OrderRow): Promise<void> {
  const pricing = pricingOf(order);
  const document = { ...headOf(ctx, order), lines: linesOf(order, pricing), sums: pricing, reason: null };
  await insertInvoice(trx, { kind: 'INVOICE', orderId: order.id, refundId: null, document });
}

/** What is credited: lines, or an amount. */
interface Credit {
  refundId: number;
  cents: number;
  lines: RefundedLine[];
  /** Pieces of each line that were credited before. */
  before: Map<number, number>;
  reason: string | null;
}

/** Issues the credit note of a refund, in the transaction that records it. */
export async function issueCreditNote(
  ctx: Pick<Context, 'settings'>,
  trx: Trx,
  order: OrderRow,
  credit: Credit,
): Promise<void> {
  const pricing = pricingOf(order);
  const credited = creditedBefore(await listInvoices(trx, order.id));
  const document = {
    ...headOf(ctx, order),
    ...(credit.lines.length > 0
      ? creditLines(order, pricing, credited, credit)
      : creditAmount(pricing, credited, credit.cents)),
    reason: credit.reason,
  };
  await insertInvoice(trx, {
    kind: 'CREDIT_NOTE',
    orderId: order.id,
    refundId: credit.refundId,
    document,
  });
}

const creditedBefore = (documents: InvoiceRow[]) =>
  documents
    .filter(({ kind }) => kind === 'CREDIT_NOTE')
    .reduce((sum, { document: { sums } }) => ({ cents: sum.cents + sums.total, tax: sum.tax + sums.tax }), {
      cents: 0,
      tax: 0,
    });

const taxLinesOf = (pricing: Pricing, cents: number, tax: number) =>
  pricing.taxLines.map(({ rate }) => ({ rate, net: cents - tax, tax }));

function creditLines(order: OrderRow, pricing: Pricing, credited: RefundSum, credit: Credit) {
  const { lines, before } = credit;
  const parts = lines.flatMap(({ lineId, quantity }) => {
    const line = order.items[lineId - 1];
    if (!line) return [];
    const sum = refundOfLine(line, pricing, lineId - 1, { before: before.get(lineId) ?? 0, quantity });
    const goods = pricing.taxMode === 'EXCLUSIVE' ? sum.cents - sum.tax : sum.cents;
    return [
      {
        total: sum.cents,
        name: line.name,
        variant: line.variant ?? null,
        sku: line.sku ?? null,
        quantity,
        cents: line.cents,
        discount: line.cents * quantity - goods,
        tax: sum.tax,
      },
    ];
  });
  const add = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0);
  // what was refunded: an earlier refund that failed since may have moved a cent between the pieces
  const last = parts.at(-1);
  if (last) last.discount -= credit.cents - add((part) => part.total);
  const { cents: total, tax } = withTaxLeft(pricing, credited, {
    cents: credit.cents,
    tax: add((part) => part.tax),
  });
  return {
    lines: parts.map(({ total: _total, ...line }) => line),
    sums: {
      subtotal: add(({ cents, quantity }) => cents * quantity),
      discount: add(({ discount }) => discount),
      shipping: 0,
      tax,
      taxLines: taxLinesOf(pricing, total, tax),
      taxMode: pricing.taxMode,
      total,
    },
  };
}

function creditAmount(pricing: Pricing, before: RefundSum, cents: number) {
  const tax = taxInRefund(pricing, before, cents);
  return {
    lines: [],
    sums: {
      subtotal: pricing.taxMode === 'EXCLUSIVE' ? cents - tax : cents,
      discount: 0,
      shipping: 0,
      tax,
      taxLines: taxLinesOf(pricing, cents, tax),
      taxMode: pricing.taxMode,
      total: cents,
    },
  };
}

/** The refund of a credit note failed: one with the opposite amounts cancels it. */
export async function cancelCreditNote(trx: Trx, orderId: number, refundId: number): Promise<void> {
  const note = (await listInvoices(trx, orderId)).find((each) => each.refund_id === refundId);
  if (!note) return;
  const { lines, sums, ...head } = note.document;
  const document = {
    ...head,
    lines: lines.map((line) => ({
      ...line,
      cents: -line.cents,
      discount: -line.discount,
      tax: -line.tax,
    })),
    sums: {
      ...sums,
      subtotal: -sums.subtotal,
      discount: -sums.discount,
      shipping: -sums.shipping,
      tax: -sums.tax,
      taxLines: sums.taxLines.map(({ rate, net, tax }) => ({ rate, net: -net, tax: -tax })),
      total: -sums.total,
    },
    reason: null,
    cancels: note.number,
  };
  await insertInvoice(trx, { kind: 'CREDIT_NOTE', orderId, refundId: null, document });
}

const numberOf = (row: InvoiceRow | undefined): string | null =>
  row ? writeInvoiceNumber(row.kind, row.number) : null;

/** An invoice or a credit note as the wire has it. */
export function toInvoice(row: InvoiceRow, all: InvoiceRow[]): Invoice {
  const { lines, sums, cancels = null, ...document } = row.document;
  const notes = all.filter(({ kind }) => kind === 'CREDIT_NOTE');
  return {
    ...document,
    kind: row.kind,
    number: writeInvoiceNumber(row.kind, row.number),
    invoiceNumber: numberOf(all.find(({ kind }) => kind === 'INVOICE')),
    cancels: numberOf(notes.find(({ number }) => number === cancels)),
    cancelledBy:
      row.kind === 'INVOICE' ? null : numberOf(notes.find((note) => note.document.cancels === row.number)),
    orderId: row.order_id,
    issuedAt: row.issued_at.toISOString(),
    lines: lines.map(({ cents, discount, tax, ...line }) => ({
      ...line,
      price: toAmount(cents),
      discount: toAmount(discount),
      tax: toAmount(tax),
      total: toAmount(cents * line.quantity - discount),
    })),
    ...toSums(sums),
    shippingAmount: toAmount(sums.shipping),
    totalAmount: toAmount(sums.total),
  };
}
