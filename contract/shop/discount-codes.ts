import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, Id, IdParams, line, Timestamp } from '../values.ts';

export const DISCOUNT_KINDS = ['PERCENT', 'AMOUNT', 'SHIPPING'] as const;
const DiscountKind = z.enum(DISCOUNT_KINDS, rule`Please choose one of ${DISCOUNT_KINDS.join(', ')}.`);
export type DiscountKind = z.infer<typeof DiscountKind>;

const MAX_CODE = 40;
const MAX_DISCOUNT = 100_000;
const MAX_USES = 1_000_000;

/** Compared without case. */
export const CodeText = line(MAX_CODE, { what: 'code' });

const USES_RULE = rule`Please enter a whole number from ${1} to ${MAX_USES}.`;
const uses = z.number(USES_RULE).int(USES_RULE).min(1, USES_RULE).max(MAX_USES, USES_RULE).nullable();
const TIME_RULE = 'Please enter a time such as 2026-01-31T12:00:00Z.';
const time = z.iso.datetime(TIME_RULE).nullable();

const fields = {
  code: CodeText,
  kind: DiscountKind,
  /** PERCENT: per cent. AMOUNT: in the shop's currency. SHIPPING: 0. */
  value: amount(MAX_DISCOUNT),
  startsAt: time,
  endsAt: time,
  /** In all, and of each person; null: not limited. */
  maxUses: uses,
  maxUsesPerPerson: uses,
  /** What the whole cart has to cost before any discount; null: not limited. */
  minimum: amount(1_000_000).nullable(),
  /** To which it applies; empty: all. */
  productIds: z.array(Id).max(500),
};

const PERCENT_RULE = 'Please enter more than 0 and at most 100 per cent.';
const AMOUNT_RULE = rule`Please enter an amount from ${0.01} to ${MAX_DISCOUNT}.`;

export const NewDiscountCode = z
  .object({
    ...fields,
    value: fields.value.default(0),
    startsAt: fields.startsAt.default(null),
    endsAt: fields.endsAt.default(null),
    maxUses: fields.maxUses.default(null),
    maxUsesPerPerson: fields.maxUsesPerPerson.default(null),
    minimum: fields.minimum.default(null),
    productIds: fields.productIds.default([]),
  })
  .transform((code) => ({
    ...code,
    value: code.kind === 'SHIPPING' ? 0 : code.value,
    productIds: [...new Set(code.productIds)],
  }))
  .superRefine(({ kind, value, startsAt, endsAt }, { addIssue }) => {
    const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (kind === 'PERCENT' && !(value > 0 && value <= 100)) wrong('value', PERCENT_RULE);
    if (kind === 'AMOUNT' && value === 0) wrong('value', AMOUNT_RULE);
    if (startsAt !== null && endsAt !== null && new Date(endsAt) <= new Date(startsAt))
      wrong('endsAt', 'The end must be after the start.');
  });
export type NewDiscountCode = z.output<typeof NewDiscountCode>;

export const DiscountCode = z.object({
  ...fields,
  id: z.number().int(),
  startsAt: Timestamp.nullable(),
  endsAt: Timestamp.nullable(),
  productIds: z.array(z.number().int()),
  /** Orders that were paid with it and not cancelled. */
  uses: z.number().int(),
});
export type DiscountCode = z.infer<typeof DiscountCode>;

export const discountCodes = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/discount-codes',
    access: 'admin',
    response: z.array(DiscountCode),
    summary: 'Discount codes, newest first',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/discount-codes',
    access: 'admin',
    body: NewDiscountCode,
    response: DiscountCode,
    status: 201,
    errorStatuses: [409],
    summary: 'Create a discount code. 409 if the code exists',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/discount-codes/{id}',
    access: 'admin',
    params: IdParams,
    body: z.object(fields).partial(),
    response: DiscountCode,
    errorStatuses: [409],
    summary: 'Update a discount code. Omitted fields and open checkouts stay unchanged',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/discount-codes/{id}',
    access: 'admin',
    params: IdParams,
    summary: 'Delete a discount code. Orders keep their discount',
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/checkout/options',
    access: 'public',
    response: z.object({ discountCodes: z.boolean() }),
    summary: 'Whether a discount code can currently be used',
  }),
};
