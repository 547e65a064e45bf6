import type { Geocoder } from './geocoding.ts';
import { openNominatim } from './nominatim.ts';
import { openOfflineGeocoder } from './offline.ts';

export interface GeocoderSettings {
  GEOCODER_URL?: string | undefined;
  SITE_NAME: string;
  PUBLIC_URL: string;
}

/** A service when one is set, else the installed data. */
export function openGeocoder(settings: GeocoderSettings, onError: (error: unknown) => void): Geocoder {
  const offline = openOfflineGeocoder();
  if (!settings.GEOCODER_URL) return offline;
  return openNominatim({
    base: settings.GEOCODER_URL,
    userAgent: `${settings.SITE_NAME} (${settings.PUBLIC_URL})`,
    fallback: offline,
    onError,
  });
}
