import { beforeAll, expect, test } from 'vitest';
import { MAX_TAX_RATES_FILE, taxRates, type TaxRate } from '#contract/shop/tax-rates.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { findTaxRate } from './tax-rates.store.ts';

let site: TestSite;
let admin: TestPerson;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.signUp('GLOBAL_ADMIN');
});

const rate = (country: string, percent: number, more: Partial<TaxRate> = {}): TaxRate => ({
  country,
  region: null,
  rate: percent,
  from: null,
  until: null,
  ...more,
});
const put = (json: unknown) => admin.fetch('/api/admin/tax-rates', { method: 'PUT', json });
const CSV = '/api/admin/tax-rates.csv';
const importCsv = (body: string | Uint8Array<ArrayBuffer>, type = 'text/csv') =>
  admin.fetch(CSV, { method: 'PUT', body, headers: { 'content-type': type } });
const find = (country: string, region: string | null = null, day = '2026-11-29') =>
  findTaxRate(site.ctx.db, { country, region }, day);

test('the most specific rate of the day applies', async () => {
  const rates = [
    rate('Germany', 19, { from: '2021-01-01' }),
    rate('DE', 16, { from: '2020-07-01', until: '2020-12-31' }),
    rate('de', 19.5),
    rate('US', 0),
    rate('us', 4, { region: 'NY' }),
    rate('US', 8.875, { region: 'New York', from: '2026-01-01' }),
    rate('CA', 14.975, { region: 'CA-QC' }),
    rate('Japan', 10, { region: '東京都' }),
  ];
  expect(await (await put(rates)).json()).toEqual(rates);
  expect(await admin.call(taxRates.list)).toEqual(rates);
  expect([await find('DE'), await find(' germany ', 'Berlin'), await find('Germany', '')]).toEqual([
    19_000, 19_000, 19_000,
  ]);
  const days = ['2020-06-30', '2020-07-01', '2020-12-31', '2021-01-01'];
  expect(await Promise.all(days.map((day) => find('DE', null, day)))).toEqual([
    19_500, 16_000, 16_000, 19_000,
  ]);
  expect([await find('US', 'ny'), await find('United States', 'new york'), await find('US', 'CA')]).toEqual([
    8875, 8875, 0,
  ]);
  expect([await find('US', 'NY', '2025-12-31'), await find('CA', 'Quebec'), await find('CA', 'ON')]).toEqual([
    4000,
    14_975,
    null,
  ]);
  expect([await find('JP', '東京都'), await find('JP', '大阪府'), await find('Atlantis')]).toEqual([
    10_000,
    null,
    null,
  ]);
});

test.each([
  rate('Atlantis', 5),
  rate('', 5),
  rate('DE', -1),
  rate('DE', 100.001),
  rate('DE', 19.0001),
  rate('DE', 19, { from: '2026-02-30' }),
  rate('DE', 19, { from: '2026-02-02', until: '2026-02-01' }),
])('%j is refused', async (wrong) => {
  expect((await put([wrong])).status).toBe(400);
});

test('accepts no more than 2000 rates', async () => {
  const many = (count: number) => Array.from({ length: count }, () => rate('DE', 19));
  expect((await put(many(2000))).status).toBe(200);
  expect((await put(many(2001))).status).toBe(400);
});

test('a CSV export is imported again unchanged', async () => {
  const rates = [
    rate('DE', 19),
    rate('US', 8.875, { region: 'New York', from: '2026-01-01', until: '2026-12-31' }),
  ];
  await put(rates);
  const answer = await admin.fetch(CSV);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const csv = await answer.text();
  expect(csv).toBe(
    'country,region,rate,from,until\r\nDE,,19,,\r\nUS,New York,8.875,2026-01-01,2026-12-31\r\n',
  );
  await put([]);
  expect(await (await importCsv(csv)).json()).toEqual(rates);
  expect(await admin.call(taxRates.list)).toEqual(rates);
});

test('imports a CSV file as European spreadsheets write it', async () => {
  const semicolons = '\uFEFFCountry;Region;Rate;From;Until\n"Germany";;19,5;;\n\n;;;;\nFR;;20;2026-01-01;';
  expect(await (await importCsv(semicolons)).json()).toEqual([
    rate('Germany', 19.5),
    rate('FR', 20, { from: '2026-01-01' }),
  ]);
});

test.each([
  ['another header', 'country,rate\nDE,19', 1, 'The first line must be country,region,rate,from,until.'],
  ['nothing', '', 1, 'The first line must be country,region,rate,from,until.'],
  [
    'a rate in words',
    'country,region,rate,from,until\nDE,,19,,\nDE,,nineteen,,',
    3,
    /^Line 3: Please enter a rate/,
  ],
  ['no country', 'country,region,rate,from,until\nAtlantis,,19,,', 2, /^Line 2: Please enter a country/],
  ['no day', 'country,region,rate,from,until\nDE,,19,2026-13-01,', 2, /^Line 2: Please enter a day/],
  ['a short line', 'country,region,rate,from,until\nDE', 2, /^Line 2: Please enter a rate/],
  ['an open quote', 'country,region,rate,from,until\n"DE,,19,,', undefined, /CSV/],
  ['no text', 'country,region,rate,from,until\nDE\u0000,,19,,', undefined, /CSV/],
  [
    'too many rows',
    `country,region,rate,from,until\n${'DE,,19,,\n'.repeat(2001)}`,
    undefined,
    /^At most 2,?000 rates/,
  ],
])('an invalid CSV file changes nothing: %s', async (_what, csv, line, error) => {
  await put([rate('DE', 19)]);
  const answer = await importCsv(csv);
  const body = (await answer.json()) as { error: string; line?: number };
  expect([answer.status, body.line]).toEqual([422, line]);
  expect(body.error).toMatch(error);
  expect(await admin.call(taxRates.list)).toEqual([rate('DE', 19)]);
});

test('accepts only CSV, and no more than 512 kB', async () => {
  expect((await importCsv('[]', 'application/json')).status).toBe(415);
  expect((await importCsv('x'.repeat(MAX_TAX_RATES_FILE + 1))).status).toBe(413);
});
