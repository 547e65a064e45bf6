import { formatter, isEnglish } from './intl.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'Jun 3, 2026'; where the reader is, unless a time zone is given. */
export function formatDay(iso: string, timeZone?: 'UTC'): string {
  const date = new Date(iso);
  if (!isEnglish()) return formatter(Intl.DateTimeFormat, { dateStyle: 'medium', timeZone }).format(date);
  const [year, month, day] = timeZone
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()];
  return `${MONTHS[month]} ${day}, ${year}`;
}
