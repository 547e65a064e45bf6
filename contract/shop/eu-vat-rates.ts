/**
 * The standard VAT rates of the EU's member states, per cent, to start with, as in force on EU_VAT_RATES_DATE. The European
 * Commission publishes them in its Taxes in Europe Database (https://ec.europa.eu/taxation_customs/tedb); these were compared
 * with lists made from it in November 2026: Tax Foundation, 26 January 2026 (highest, lowest and average rate), and the
 * changes since (Finland 9/2024, Slovakia 1/2025, Estonia 7/2025, Romania 8/2025; none found in 2026).
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
