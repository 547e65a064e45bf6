import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { msg } from '../text/message.ts';
import { Cursor, Timestamp } from '../values.ts';

/**
 * Why a stock changed. SALE: taken for a payment. RELEASED: that payment failed. CANCELLED: the order was. RETURNED: put
 * back with a refund. ADJUSTED: by an admin.
 */
export const STOCK_REASONS = [
  msg('ADJUSTED'),
  msg('SALE'),
  msg('RELEASED'),
  msg('CANCELLED'),
  msg('RETURNED'),
] as const;
export type StockReason = (typeof STOCK_REASONS)[number];

/** A month of the calendar, UTC: 2026-11. */
export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Please use a month, such as 2026-11.');

export const StockMovement = z.object({
  id: z.number().int(),
  productId: z.number().int(),
  variantId: z.number().int(),
  /** Names at present; null for a variant that is gone, or is its product's only one. */
  productName: z.string(),
  variant: z.string().nullable(),
  /** Signed: what came in, or went out. */
  quantity: z.number().int(),
  reason: z.enum(STOCK_REASONS),
  /** A username, or "system", "buyer". */
  actor: z.string(),
  orderId: z.number().int().nullable(),
  createdAt: Timestamp,
});
export type StockMovement = z.infer<typeof StockMovement>;

export const stock = {
  movements: endpoint({
    method: 'GET',
    path: '/api/admin/stock-movements',
    access: 'admin',
    query: z.object({ month: Month.optional(), cursor: Cursor.optional() }),
    response: z.array(StockMovement),
    summary: 'Stock movements, newest first, 100 per page. Only where stock is tracked',
  }),
  movementsCsv: endpoint({
    method: 'GET',
    path: '/api/admin/stock-movements.csv',
    access: 'admin',
    query: z.object({ month: Month.optional() }),
    produces: 'text/csv',
    summary: 'Stock movements as CSV, oldest first',
  }),
};
