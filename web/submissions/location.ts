import { t } from '@lingui/core/macro';
import { geo } from '#contract/geo/geo.ts';
import { call } from '#web/app/client/call.ts';
import { localStore, readJson } from '#web/ui/storage.ts';

/** As stored in the browser. */
export interface UserLocation {
  latitude: number;
  longitude: number;
  accuracy: number;
  timestamp: number;
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
}

const KEY = 'userLocation';
const VALID_MS = 3_600_000;
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 300_000 };

export class LocationError extends Error {}

/** The stored location if it is under an hour old. */
export function storedLocation(now: number = Date.now()): UserLocation | null {
  const stored = readJson(localStore, KEY) as UserLocation | null;
  return stored && now - stored.timestamp < VALID_MS ? stored : null;
}

/** Where the device is, with its address if that can be found. Throws LocationError with a sentence for the person. */
export async function findLocation(): Promise<UserLocation> {
  const stored = storedLocation();
  if (stored) return stored;
  const { coords } = await position();
  const { latitude, longitude, accuracy } = coords;
  const address = await call(geo.reverse, { query: { lat: String(latitude), lon: String(longitude) } }).catch(
    () => null,
  );
  const found: UserLocation = {
    latitude,
    longitude,
    accuracy,
    timestamp: Date.now(),
    address: address?.address ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    country: address?.country ?? null,
  };
  localStore.set(KEY, JSON.stringify(found));
  return found;
}

function position(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    // missing in insecure contexts, despite its type
    if (!(navigator as { geolocation?: Geolocation }).geolocation) {
      reject(new LocationError(t`Geolocation not supported`));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      resolve,
      (error) => reject(new LocationError(sentenceOf(error))),
      OPTIONS,
    );
  });
}

/** Of the Geolocation API; not every error object carries them. */
const DENIED = 1;
const TIMED_OUT = 3;

function sentenceOf({ code }: Pick<GeolocationPositionError, 'code'>): string {
  if (code === DENIED) return t`Location access denied by user`;
  if (code === TIMED_OUT) return t`Location request timed out`;
  return t`Location information unavailable`;
}
