import { formatCount } from '#web/ui/format.ts';
import { initialData } from './initial-data.ts';

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, isCompact: boolean): Intl.NumberFormat {
  const key = `${currency} ${isCompact}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...(isCompact && compact) });
  moneyFormats.set(key, made);
  return made;
}

/** Those whose sign stands in front and that have cents. */
const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };

/** 99.9 → $99.90; an order tells the currency it was made in. */
export function formatMoney(amount: number, currency = initialData.config.currency): string {
  const sign = SIGNS[currency];
  if (!sign || Number(amount.toFixed(2)) !== amount) return moneyFormat(currency, false).format(amount);
  const [whole = '', cents = ''] = Math.abs(amount).toFixed(2).split('.');
  return `${amount < 0 ? '-' : ''}${sign}${formatCount(Number(whole))}.${cents}`;
}

/** 1234 → $1.2K */
export function formatCompactMoney(amount: number, currency: string): string {
  return moneyFormat(currency, true).format(amount);
}
