import { z } from 'zod';
import { Email } from '../accounts/accounts.ts';
import { endpoint } from '../endpoint.ts';
import { Currency, Cursor, Id, Limit, Sentence, Timestamp } from '../values.ts';

/** Page size of the admin's list, and its maximum. */
export const WITHDRAWALS_PAGE = 50;
export const MAX_WITHDRAWALS_PAGE = 500;
/** How long the emailed link works. */
export const LINK_DAYS = 7;

export const Withdrawal = z.object({
  id: z.number().int(),
  orderId: z.number().int(),
  /** Where its receipt was sent. */
  email: z.string(),
  declaredAt: Timestamp,
  /** By when the payment is to be refunded. */
  refundBy: Timestamp,
  /** Declared within the owner's `withdrawalDays`. */
  inTime: z.boolean(),
  /** What was refunded of the order so far. */
  refundedAmount: z.number(),
  currency: Currency,
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const Declaration = z.object({ orderId: z.number().int(), declaredAt: Timestamp });
export type Declaration = z.infer<typeof Declaration>;

export const withdrawals = {
  declare: endpoint({
    method: 'POST',
    path: '/api/withdrawals',
    access: 'public',
    anonymous: true,
    /** `email`: the payer's, the account's, or the one given at checkout. */
    body: z.object({ orderId: Id, email: Email }),
    headers: ['X-Order-Key'],
    response: z.object({ message: Sentence }),
    status: 202,
    errorStatuses: [404],
    summary:
      'Email a link that confirms the withdrawal from an order. With the order key (X-Order-Key) it is declared at once. The answer is the same for every number and email',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/withdrawals/confirm',
    access: 'public',
    anonymous: true,
    body: z.object({
      token: z
        .string('Missing or invalid token.')
        .min(1, 'Missing or invalid token.')
        .max(200, 'Missing or invalid token.'),
    }),
    response: Declaration,
    errorStatuses: [404],
    summary: 'Declare a withdrawal with the token from an emailed link. Repeating it returns the same answer',
  }),
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/withdrawals',
    access: 'admin',
    query: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    response: z.array(Withdrawal),
    summary: `Withdrawals, newest first, ${WITHDRAWALS_PAGE} per page`,
  }),
};
