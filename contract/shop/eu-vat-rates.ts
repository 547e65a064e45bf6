/**
 * The standard VAT rates of the EU's member states, per cent, to start with. Source: European Commission, Taxes in Europe
 * Database (https://ec.europa.eu/taxation_customs/tedb), as in force on EU_VAT_RATES_DATE.
 */
export const EU_VAT_RATES: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  BG: 20,
  HR: 25,
  CY: 19,
  CZ: 21,
  DK: 25,
  EE: 24,
  FI: 25.5,
  FR: 20,
  DE: 19,
  GR: 24,
  HU: 27,
  IE: 23,
  IT: 22,
  LV: 21,
  LT: 21,
  LU: 17,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SK: 23,
  SI: 22,
  ES: 21,
  SE: 25,
};
export const EU_VAT_RATES_DATE = '2026-01-01';
export const EU_COUNTRIES: readonly string[] = Object.keys(EU_VAT_RATES);
