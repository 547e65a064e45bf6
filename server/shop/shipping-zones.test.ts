import { beforeAll, expect, test } from 'vitest';
import { shippingZones, type ShippingZone } from '#contract/shop/shipping-zones.ts';
import { site as siteApi } from '#contract/site/site.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { findShipping } from './shipping-zones.store.ts';

let site: TestSite;
let admin: TestPerson;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.signUp('GLOBAL_ADMIN');
});

const zone = (countries: string[] | null, price: number, more: Partial<ShippingZone> = {}): ShippingZone => ({
  countries,
  price,
  freeFrom: null,
  daysMin: null,
  daysMax: null,
  ...more,
});
const put = (json: unknown) => admin.fetch('/api/admin/shipping-zones', { method: 'PUT', json });
const find = (country: string) => findShipping(site.ctx.db, country);
const config = () => site.call(siteApi.config);

test('without zones the settings apply; with zones the country decides', async () => {
  expect([await admin.call(shippingZones.list), await find('DE')]).toEqual([[], 'default']);
  expect(await config()).toMatchObject({ shippingZones: false, shipsTo: [] });
  const zones = [
    zone(['DE', 'AT'], 4.9, { freeFrom: 50, daysMin: 2, daysMax: 4 }),
    zone(['CI', 'GB', 'TR'], 19.99),
  ];
  expect(await (await put(zones)).json()).toEqual(zones);
  expect(await admin.call(shippingZones.list)).toEqual(zones);
  const home = { cents: 490, freeFromCents: 5000, daysMin: 2, daysMax: 4 };
  expect([await find('DE'), await find(' germany '), await find('at')]).toEqual([home, home, home]);
  for (const name of ['Côte d’Ivoire', "cote d'ivoire", 'United Kingdom', 'UK', 'TÜRKIYE'])
    expect(await find(name), name).toMatchObject({ cents: 1999, daysMin: null });
  expect([await find('US'), await find('Atlantis')]).toEqual([null, null]);
  expect(await config()).toMatchObject({ shippingZones: true, shipsTo: ['DE', 'AT', 'CI', 'GB', 'TR'] });

  await put([...zones, zone(null, 0)]);
  expect(await find('US')).toMatchObject({ cents: 0 });
  expect(await config()).toMatchObject({ shippingZones: true, shipsTo: [] });
  await put([]);
  expect([await find('US'), await config()]).toMatchObject(['default', { shippingZones: false }]);
});

test('a country is in one zone only, and only one zone is everywhere else', async () => {
  const answer = await put([zone(['DE'], 1), zone(['AT', 'DE'], 2)]);
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { error: 'Germany is in two zones. Please remove it from one of them.' },
  ]);
  expect((await put([zone(null, 1), zone(null, 2)])).status).toBe(422);
  expect((await put([zone(['DE', 'DE'], 1)])).status).toBe(422);
});

test.each([
  zone(['de'], 1),
  zone(['XX'], 1),
  zone([], 1),
  zone(['DE'], -1),
  zone(['DE'], 0.001),
  zone(['DE'], 1, { freeFrom: -1 }),
  zone(['DE'], 1, { daysMin: 1.5 }),
  zone(['DE'], 1, { daysMin: 3, daysMax: 2 }),
])('%j is refused', async (wrong) => {
  expect((await put([wrong])).status).toBe(400);
});

test('a hundred thousand wrong countries are refused', async () => {
  const countries = Array<string>(150_000).fill('x');
  expect((await put([zone(countries, 1)])).status).toBe(400);
});
