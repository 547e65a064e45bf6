import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_LINES, Quantity } from '../shop/shop.ts';
import { IdParams, MAX_REASON, optionalText } from '../values.ts';
import { Order } from './orders.ts';

const EITHER = 'Please refund either lines or an amount.';
const AMOUNT = 'Please enter an amount with at most two decimals.';

/** Pieces of lines, or an amount. */
export const RefundInput = z
  .object({
    lines: z
      .array(z.object({ lineId: z.number().int().min(1), quantity: Quantity }))
      .min(1, EITHER)
      .max(MAX_LINES, rule`At most ${MAX_LINES} lines.`)
      .refine(
        (lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length,
        'Each line can be there once.',
      )
      .nullish(),
    amount: z.number(AMOUNT).min(0.01, AMOUNT).max(10_000_000, AMOUNT).multipleOf(0.01, AMOUNT).nullish(),
    /** Puts the pieces back on the shelf. */
    restock: z.boolean().default(false),
    reason: optionalText(MAX_REASON, { what: 'reason' }),
  })
  .refine(({ lines, amount }) => Boolean(lines) !== (typeof amount === 'number'), {
    path: ['amount'],
    message: EITHER,
  })
  .refine(({ restock, lines }) => !restock || lines, {
    path: ['restock'],
    message: 'Only lines can be restocked.',
  });
export type RefundInput = z.input<typeof RefundInput>;

export const refunds = {
  create: endpoint({
    method: 'POST',
    path: '/api/orders/{id}/refunds',
    access: 'admin',
    params: IdParams,
    body: RefundInput,
    response: Order,
    status: 201,
    also: 202,
    summary:
      'Refund lines or an amount of a paid order. 202 while the provider is pending. More than what is left is 409',
  }),
};
