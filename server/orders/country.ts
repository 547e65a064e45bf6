const names = new Intl.DisplayNames('en', { type: 'region' });

/** Of an ISO 3166 code; what else was typed stands as it is. */
export const countryName = (country: string): string =>
  /^[a-z]{2}$/i.test(country) ? (names.of(country.toUpperCase()) ?? country) : country;
