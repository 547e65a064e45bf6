import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { line, longList, optionalLine } from '../values.ts';
import { countryCode } from './regions.ts';

const MAX_TAX_RATES = 2000;
/** Bytes of a CSV file of them. */
export const MAX_TAX_RATES_FILE = 512 * 1024;
export const TAX_RATE_COLUMNS = ['country', 'region', 'rate', 'from', 'until'] as const;
export const TOO_MANY_RATES = rule`At most ${MAX_TAX_RATES} rates.`;

const RATE_RULE = 'Please enter a rate from 0 to 100 with at most three decimals.';
const day = z.iso.date('Please enter a day such as 2026-01-31.').nullable().default(null);

export const TaxRate = z
  .object({
    /** A code of ISO 3166-1 alpha-2 or an English name. */
    country: line(100, { what: 'country' }).refine(
      (text) => countryCode(text) !== null,
      'Please enter a country’s two-letter code or English name.',
    ),
    /** A state or province, by its code or English name; null: all of the country. */
    region: optionalLine(100, { what: 'region' }),
    /** Per cent. */
    rate: z.number(RATE_RULE).min(0, RATE_RULE).max(100, RATE_RULE).multipleOf(0.001, RATE_RULE),
    /** Days in UTC, both inclusive; null: not limited. */
    from: day,
    until: day,
  })
  .refine(({ from, until }) => from === null || until === null || until >= from, {
    path: ['until'],
    error: 'The last day can’t be before the first.',
  });
export type TaxRate = z.output<typeof TaxRate>;

const Rates = z.array(TaxRate);
/** All of them, as they are replaced. */
export const NewTaxRates = longList(Rates.max(MAX_TAX_RATES, TOO_MANY_RATES), MAX_TAX_RATES);

export const taxRates = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/tax-rates',
    access: 'admin',
    response: Rates,
    summary: 'Tax rates by country and region',
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/api/admin/tax-rates',
    access: 'admin',
    body: NewTaxRates,
    response: Rates,
    summary:
      'Replace all tax rates. The most specific rate applies: region before country, then the latest start date',
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/api/admin/tax-rates.csv',
    access: 'admin',
    produces: 'text/csv',
    summary: `Tax rates as CSV: ${TAX_RATE_COLUMNS.join(',')}`,
  }),
  importCsv: endpoint({
    method: 'PUT',
    path: '/api/admin/tax-rates.csv',
    access: 'admin',
    consumes: 'text/csv',
    response: Rates,
    errorStatuses: [422],
    summary: `Replace all tax rates with a CSV file with the header ${TAX_RATE_COLUMNS.join(',')} (up to 512 kB). 422 names the invalid line`,
  }),
};
