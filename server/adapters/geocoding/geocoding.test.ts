import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startNominatim, type NominatimServer } from '#standins/nominatim/nominatim.ts';
import { openNominatim } from './nominatim.ts';
import { openOfflineGeocoder } from './offline.ts';

describe('offline', () => {
  const offline = openOfflineGeocoder();

  test.each([
    [40.758, -73.9855, 'New York City', 'New York', 'United States'],
    [40.728, -74.07, 'Jersey City', 'New Jersey', 'United States'],
    [48.8584, 2.2945, 'Paris', null, 'France'],
    [52.4986, 13.4183, 'Berlin', 'Berlin', 'Germany'],
    [43.6532, -79.3832, 'Toronto', 'Ontario', 'Canada'],
    [-33.8688, 151.2093, 'Sydney', 'New South Wales', 'Australia'],
    [55.9533, -3.1883, 'Edinburgh', 'Scotland', 'United Kingdom'],
    [35.6812, 139.7671, 'Tokyo', null, 'Japan'],
  ])('%d, %d is in %s', async (latitude, longitude, city, state, country) => {
    expect(await offline.reverse(latitude, longitude)).toMatchObject({ city, state, country });
  });

  test("returns a readable address and the data's attribution", async () => {
    const location = await offline.reverse(37.8044, -122.2712);
    expect(location.address).toBe('Oakland, California, United States');
    expect(location.attribution).toContain('GeoNames');
    expect((await offline.reverse(52.4986, 13.4183)).address).toBe('Berlin, Germany');
  });

  test('finds no place in mid-ocean or at the poles', async () => {
    for (const [latitude, longitude] of [
      [-48.9, -123.4],
      [90, 0],
      [-90, 180],
      [0, -180],
    ] as const) {
      expect(await offline.reverse(latitude, longitude)).toMatchObject({
        address: null,
        city: null,
        country: null,
      });
    }
  });
});

describe('Nominatim', () => {
  let service: NominatimServer;
  const offline = openOfflineGeocoder();
  const open = (more: { gapMs?: number; timeoutMs?: number } = {}) =>
    openNominatim({
      base: service.url,
      userAgent: 'LLL (http://localhost:3000)',
      fallback: offline,
      ...more,
    });
  beforeEach(async () => {
    service = await startNominatim();
  });
  afterEach(async () => await service.close());

  test("returns the service's address, identifies itself and credits the data", async () => {
    expect(await open().reverse(45.76401, 4.83571)).toEqual({
      address: '12, Rue de la République, Lyon, Metropolis of Lyon, France',
      city: 'Lyon',
      state: 'Auvergne-Rhône-Alpes',
      country: 'France',
      attribution: '© OpenStreetMap contributors',
    });
    expect(service.requests).toMatchObject([
      { latitude: '45.7640', longitude: '4.8357', userAgent: 'LLL (http://localhost:3000)' },
    ]);
  });

  test('asks once for the same location, even when asked twice at the same time', async () => {
    const geocoder = open();
    await Promise.all([geocoder.reverse(45.764, 4.8357), geocoder.reverse(45.76404, 4.83567)]);
    await geocoder.reverse(45.76396, 4.83573);
    expect(service.requests).toHaveLength(1);
  });

  test('leaves a gap between two requests', async () => {
    const geocoder = open({ gapMs: 200 });
    await Promise.all([1, 2, 3].map((latitude) => geocoder.reverse(latitude, 4)));
    const [first = 0, second = 0, third = 0] = service.requests.map(({ at }) => at);
    expect(second - first).toBeGreaterThan(95);
    expect(third - second).toBeGreaterThan(95);
  });

  test('falls back to the installed data when the service fails, and asks it again later', async () => {
    const geocoder = open({ gapMs: 1, timeoutMs: 150 });
    for (const mode of ['error', 'silent'] as const) {
      service.mode = mode;
      expect(await geocoder.reverse(48.8584, 2.2945)).toMatchObject({ city: 'Paris' });
    }
    service.mode = 'ok';
    expect(await geocoder.reverse(48.8584, 2.2945)).toMatchObject({ city: 'Lyon' });
  });

  test('falls back when too many requests are waiting', async () => {
    const geocoder = open({ gapMs: 20 });
    const locations = await Promise.all(
      Array.from({ length: 14 }, (_, i) => geocoder.reverse(48 + i / 100, 2)),
    );
    expect(locations.filter(({ city }) => city === 'Lyon')).toHaveLength(10);
  });

  test('returns nothing where the service knows nothing', async () => {
    service.mode = 'nothing';
    expect(await open().reverse(0, 0)).toMatchObject({ address: null, city: null });
  });
});
