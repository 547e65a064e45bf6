/** 9999 → '99.99', the format of payment services. */
export function toDecimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** '99.99' → 9999; null for what isn't an amount with at most 2 decimals. */
export function toCents(amount: string): number | null {
  const read = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount);
  return read ? Number(read[1]) * 100 + Number((read[2] ?? '').padEnd(2, '0')) : null;
}

/** Cents, negative ones too, as the JSON number of the wire: 9999 → 99.99. */
export const toAmount = (cents: number): number => cents / 100;

/** A JSON number in cents; null when it has more than 2 decimals. */
export function fromAmount(amount: number): number | null {
  const cents = Math.round(amount * 100);
  return Number.isSafeInteger(cents) && cents >= 0 && Math.abs(cents - amount * 100) < 1e-6 ? cents : null;
}
