import { formatCount } from '#web/ui/format.ts';
import { formatter, isEnglish } from '#web/ui/intl.ts';
import { initialData } from '../client/initial-data.ts';

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const;

const moneyFormat = (currency: string, isCompact: boolean): Intl.NumberFormat =>
  formatter(Intl.NumberFormat, { style: 'currency', currency, ...(isCompact && COMPACT) }, 'en-US');

/** Where one reads from right to left the sign would leave its letters: from left to right, and apart from what is around. */
const inOnePiece = (amount: string): string =>
  amount.includes('\u200f') ? `\u2066${amount.replaceAll('\u200f', '')}\u2069` : amount;

/** Currencies with a leading sign and cents. */
const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };

/** 99.9 → $99.90, in the page's language; an order has the currency it was placed in. */
export function formatMoney(amount: number, currency = initialData.config.currency): string {
  const sign = SIGNS[currency];
  if (!sign || !isEnglish() || Number(amount.toFixed(2)) !== amount)
    return inOnePiece(moneyFormat(currency, false).format(amount));
  const [whole = '', cents = ''] = Math.abs(amount).toFixed(2).split('.');
  return `${amount < 0 ? '-' : ''}${sign}${formatCount(Number(whole))}.${cents}`;
}

/** 1234 → $1.2K */
export function formatCompactMoney(amount: number, currency: string): string {
  return inOnePiece(moneyFormat(currency, true).format(amount));
}
