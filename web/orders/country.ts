import { formatter } from '#web/ui/intl.ts';

/** Of an ISO 3166 code, in the page's language; what else was typed stands as it is. */
export const countryName = (country: string): string =>
  /^[a-z]{2}$/i.test(country)
    ? (formatter(Intl.DisplayNames, { type: 'region' }).of(country.toUpperCase()) ?? country)
    : country;
