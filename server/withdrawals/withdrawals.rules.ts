import { withPlainDomain } from '#contract/accounts/plain-domain.ts';

const DAY_MS = 24 * 3_600_000;
/** Directive 2011/83/EU, article 13. */
const REFUND_DAYS = 14;

/** The day of the order doesn't count, and the last one counts to its end (UTC). */
export function isInTime({
  orderedAt,
  declaredAt,
  days,
}: {
  orderedAt: Date;
  declaredAt: Date;
  days: number;
}) {
  const orderedOn = Math.floor(orderedAt.getTime() / DAY_MS);
  return declaredAt.getTime() < (orderedOn + days + 1) * DAY_MS;
}

export const refundBy = (declaredAt: Date): Date => new Date(declaredAt.getTime() + REFUND_DAYS * DAY_MS);

const comparable = (email: string): string => withPlainDomain(email.trim()).toLowerCase();

/** The order's own address that this is, as it was given with the order; null: none of them. */
export function matchAddress(
  order: { email: string | null; payer_email: string | null; account_email: string | null },
  email: string,
): string | null {
  const own = [order.email, order.payer_email, order.account_email];
  return own.find((address) => address !== null && comparable(address) === comparable(email)) ?? null;
}
