import { formatter } from '#web/ui/intl.ts';

/** The name of an ISO 3166 code, in the page's language; other input is returned unchanged. */
export const countryName = (country: string): string =>
  /^[a-z]{2}$/i.test(country)
    ? (formatter(Intl.DisplayNames, { type: 'region' }).of(country.toUpperCase()) ?? country)
    : country;
