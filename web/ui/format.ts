const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const full = new Intl.NumberFormat('en');
let shopCurrency = 'USD';
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const dayInUtc = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** 1234 → 1.2K */
export function formatCompact(count: number): string {
  return compact.format(count);
}

/** 1234 → 1,234 */
export function formatCount(count: number): string {
  return full.format(count);
}

/** 1, 'post' → 1 post; 1234, 'post' → 1,234 posts */
export function formatCounted(count: number, word: string): string {
  return `${full.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** What the shop sells in. */
export function setCurrency(currency: string): void {
  shopCurrency = currency;
}

/** 99.9 → $99.90; an order tells the currency it was made in. */
export function formatMoney(amount: number, currency = shopCurrency): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}

/** 1234 → $1.2K */
export function formatCompactMoney(amount: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: shopCurrency,
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(amount);
}

/** Seconds as m:ss, from an hour on as h:mm:ss. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A moment of a video: the second that is running, not the next one. */
export function formatMoment(seconds: number): string {
  return formatDuration(Math.floor(seconds + 0.001));
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** '3 hours ago'; 'just now' within a minute. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now';
}

/** 'June 3, 2026 at 4:05 PM' */
export function formatExact(iso: string): string {
  return exact.format(new Date(iso));
}

/** 'Jun 3, 2026'; where the reader is, unless a time zone is given. */
export function formatDay(iso: string, timeZone?: 'UTC'): string {
  return (timeZone ? dayInUtc : day).format(new Date(iso));
}
