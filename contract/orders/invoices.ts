import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Month } from '../shop/stock.ts';
import { Seller } from '../settings/settings.ts';
import { Currency, IdParams, Timestamp } from '../values.ts';
import { Sums } from './sums.ts';
import { ShippingAddress } from './orders.ts';

export const INVOICE_KINDS = ['INVOICE', 'CREDIT_NOTE'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

const PREFIXES: Record<InvoiceKind, string> = { INVOICE: 'INV', CREDIT_NOTE: 'CN' };
/** INV-000001 */
export const writeInvoiceNumber = (kind: InvoiceKind, number: number): string =>
  `${PREFIXES[kind]}-${String(number).padStart(6, '0')}`;

export const InvoiceLine = z.object({
  name: z.string(),
  variant: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.number().int(),
  price: z.number(),
  discount: z.number(),
  tax: z.number(),
  /** price × quantity − discount. */
  total: z.number(),
});

/** An invoice, or a credit note: then its amounts are those of what is returned. */
export const Invoice = Sums.extend({
  kind: z.enum(INVOICE_KINDS),
  number: z.string(),
  /** Of a credit note: the invoice it corrects; null: from before there were any. */
  invoiceNumber: z.string().nullable(),
  /** Of a credit note whose amounts are negative: the one that it cancels, as its refund failed after all. */
  cancels: z.string().nullable(),
  /** Of a credit note: the one that cancels it. */
  cancelledBy: z.string().nullable(),
  orderId: z.number().int(),
  issuedAt: Timestamp,
  orderedAt: Timestamp,
  seller: Seller,
  buyer: ShippingAddress.extend({ vatNumber: z.string().nullable() }),
  lines: z.array(InvoiceLine),
  shippingAmount: z.number(),
  totalAmount: z.number(),
  currency: Currency,
  /** Of a credit note. */
  reason: z.string().nullable(),
});
export type Invoice = z.output<typeof Invoice>;

export const invoices = {
  taxReport: endpoint({
    method: 'GET',
    path: '/api/admin/tax-report.csv',
    access: 'admin',
    query: z.object({ month: Month.optional() }),
    produces: 'text/csv',
    summary: 'Invoices and credit notes with their tax, as CSV, one row each',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/orders/{id}/invoice',
    access: 'public',
    params: IdParams,
    query: z.object({
      key: z.string().max(200).optional(),
      /** Of a credit note; left out: the invoice. */
      number: z.string().max(40).optional(),
    }),
    headers: ['X-Order-Key'],
    response: Invoice,
    summary:
      "An order's invoice or one of its credit notes, for the buyer, anyone with the order key, and admins",
  }),
};
