import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { readCities, type Cities } from './cities-file.ts';
import type { Geocoder, Location } from './geocoding.ts';
import { stateName } from './states.ts';

const FARTHEST_KM = 200;
const ATTRIBUTION = 'Place names: GeoNames, CC BY 4.0';
/** Parts of a town, abandoned and destroyed places: not what a person would call the place. */
const NOT_A_TOWN = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLCH', 'PPLH']);

/** Names places from data installed with the site, loaded on first use. */
export function openOfflineGeocoder(): Geocoder {
  let data: { cities: Cities; index: KDBush } | null = null;
  const load = () => {
    const cities = readCities();
    const index = new KDBush(cities.count, 64, Float32Array);
    for (let i = 0; i < cities.count; i++) index.add(cities.longitudes[i] ?? 0, cities.latitudes[i] ?? 0);
    index.finish();
    return { cities, index };
  };
  return {
    reverse(latitude, longitude) {
      data ??= load();
      return Promise.resolve(findPosition(data.cities, data.index, latitude, longitude));
    },
  };
}

/** The town one is in: the nearest, counted in radii, because a large city reaches farther than the village beside it. */
function findPosition(cities: Cities, index: KDBush, latitude: number, longitude: number): Location {
  const near = around(index, longitude, latitude, 120, FARTHEST_KM).map((at) => {
    const city = cities.read(at);
    const away = distance(longitude, latitude, cities.longitudes[at] ?? 0, cities.latitudes[at] ?? 0);
    return { city, away, radii: away / (0.5 + Math.sqrt(city.population / (3000 * Math.PI))) };
  });
  const towns = near.filter(({ city }) => !NOT_A_TOWN.has(city.featureCode));
  const [found] = towns.toSorted((a, b) => a.radii - b.radii);
  if (!found) return { address: null, city: null, state: null, country: null, attribution: ATTRIBUTION };
  const { city } = found;
  const state = stateName(city.country, city.adminCode);
  const country = new Intl.DisplayNames('en', { type: 'region' }).of(city.country) ?? city.country;
  return {
    city: city.name,
    state,
    country,
    attribution: ATTRIBUTION,
    address: [city.name, state === city.name ? null : state, country].filter(Boolean).join(', '),
  };
}
