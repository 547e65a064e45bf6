/* Numbers and names as a language writes them, for server-side texts (mails, pushes). `language`: its tag, as
   in `i18n.locale`. */

/** English as the specification writes it. */
const localeOf = (language: string): string => (language === 'en' ? 'en-US' : language);

/** 999 → $9.99. Where one reads from right to left the sign would leave its number: in one piece there. */
export function formatMoney(cents: number, currency: string, language: string): string {
  const amount = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(
    cents / 100,
  );
  return amount.includes('\u200f') ? `\u2066${amount.replaceAll('\u200f', '')}\u2069` : amount;
}

/** 'Jun 15, 2026, 12:05 PM', in UTC. */
export const formatTime = (at: Date, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);

/** 'Jun 15, 2026, 12:05:33 PM UTC' */
export const formatSecond = (at: Date, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(at);

/** 'a, b and c' */
export const formatList = (parts: string[], language: string): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(parts);

/** For an ISO 3166 code; other input is returned unchanged. */
export const countryName = (country: string, language: string): string =>
  /^[a-z]{2}$/i.test(country)
    ? (new Intl.DisplayNames(language, { type: 'region' }).of(country.toUpperCase()) ?? country)
    : country;
