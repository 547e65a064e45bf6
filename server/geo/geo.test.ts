import { beforeAll, expect, test } from 'vitest';
import { geo } from '#contract/geo/geo.ts';
import { startNominatim } from '#standins/nominatim/nominatim.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});

test('coordinates resolve to a place', async () => {
  expect(await site.call(geo.reverse, { query: { lat: '52.3702', lon: '4.8952' } })).toEqual({
    address: 'Amsterdam, Netherlands',
    city: 'Amsterdam',
    state: null,
    country: 'Netherlands',
    attribution: expect.stringContaining('GeoNames'),
  });
});

test.each([
  '',
  '?lat=1',
  '?lat=abc&lon=1',
  '?lat=91&lon=1',
  '?lat=1&lon=180.5',
  '?lat=1e1&lon=1',
  '?lat=NaN&lon=1',
  '?lat=&lon=',
])('%s is an invalid query', async (query) => {
  const answer = await site.fetch(`/api/geo/reverse${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'INVALID_INPUT', error: expect.any(String) });
});

test('uses the configured service', async () => {
  const service = await startNominatim();
  const other = await startTestSite({ GEOCODER_URL: `${service.url}/` });
  expect(await other.call(geo.reverse, { query: { lat: '45.764', lon: '4.8357' } })).toMatchObject({
    city: 'Lyon',
    state: 'Auvergne-Rhône-Alpes',
  });
  expect(service.requests[0]?.userAgent).toContain('http://');
  await service.close();
});

test('all addresses of an IPv6 network share one rate limit', async () => {
  const behind = await startTestSite({ TRUST_PROXY: '1' });
  const reverse = (address: string) =>
    behind.fetch('/api/geo/reverse?lat=52.3702&lon=4.8952', { headers: { 'x-forwarded-for': address } });
  for (let n = 1; n <= 60; n += 1) await reverse(`2001:db8:7:7::${n.toString(16)}`);
  expect((await reverse('2001:db8:7:7::ffff')).status).toBe(429);
  expect((await reverse('2001:db8:7:8::1')).status).toBe(200);
});
