import { formatter, isEnglish } from './intl.ts';

// A page's first formatter of the browser's costs a slow phone a tenth of a second: what the first screen shows is
// formatted here, as `Intl` does it in English (format.test.ts); in other languages `Intl` does it.

const LETTERS = ['K', 'M', 'B', 'T'];

/** 1234 → 1.2K. Of whole numbers from 0 on. */
export function formatCompact(count: number): string {
  if (!isEnglish())
    return formatter(Intl.NumberFormat, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
  let tenths = count * 10;
  let letter = '';
  for (const [power, next] of LETTERS.entries()) {
    if (tenths < 10_000) break;
    tenths = Math.round(count / (1000 ** (power + 1) / 10));
    letter = next;
  }
  return `${tenths / 10}${letter}`;
}

/** 5_400_000 → 5.4 MB; from a billion on in GB. */
export const formatSize = (bytes: number): string =>
  formatter(Intl.NumberFormat, {
    style: 'unit',
    unit: bytes < 1e9 ? 'megabyte' : 'gigabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / (bytes < 1e9 ? 1e6 : 1e9));

/** 1234 → 1,234 */
export function formatCount(count: number): string {
  if (!isEnglish()) return formatter(Intl.NumberFormat, {}).format(count);
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** 1, 'post' → 1 post; 1234, 'post' → 1,234 posts */
export function formatCounted(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
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

/** The same for a `time` element: a duration, as a moment of a video is none of a day. */
export const momentDuration = (seconds: number): string => `PT${Math.floor(seconds + 0.001)}S`;

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number, last?: string][] = [
  ['year', 31_536_000, 'last year'],
  ['month', 2_592_000, 'last month'],
  ['week', 604_800, 'last week'],
  ['day', 86_400, 'yesterday'],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago something was: '3 hours ago'; 'just now' within a minute, and where the reader's clock is behind. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  const step = STEPS.find(([, size]) => seconds >= size);
  if (!isEnglish()) return inSteps(step ? -Math.trunc(seconds / step[1]) : 0, step?.[0]);
  if (!step) return 'just now';
  const [unit, size, last] = step;
  const steps = Math.trunc(seconds / size);
  return last && steps === 1 ? last : `${formatCounted(steps, unit)} ago`;
}

/** 'gestern', 'vor 3 Stunden'; 0: 'jetzt'. */
const inSteps = (steps: number, unit: Intl.RelativeTimeFormatUnit = 'second'): string =>
  formatter(Intl.RelativeTimeFormat, { numeric: 'auto' }).format(steps, unit);

/** How long until something is: 'in 3 hours'; 'now' within a minute. */
export function formatUntil(iso: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const step = STEPS.find(([, size]) => seconds >= size);
  if (!isEnglish()) return inSteps(step ? Math.round(seconds / step[1]) : 0, step?.[0]);
  if (!step) return 'now';
  return `in ${formatCounted(Math.round(seconds / step[1]), step[0])}`;
}

/** 'June 3, 2026 at 4:05 PM' */
export function formatExact(iso: string): string {
  return formatter(Intl.DateTimeFormat, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
}
