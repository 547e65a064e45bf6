import { z } from 'zod';
import { lineFromOutside } from '#contract/text/text.ts';
import { requestService } from '../service-request.ts';
import type { Geocoder, Location } from './geocoding.ts';

const TIMEOUT_MS = 8000;
const MAX_WAITING = 10;
const MAX_CACHED = 2000;
/** Characters of what a place is called. */
const MAX_NAME = 300;

/** The part of Nominatim's `format=jsonv2` answer that is used (https://nominatim.org/release-docs/latest/api/Reverse/). */
const Answer = z.union([
  z.object({ error: z.string() }),
  z.object({
    display_name: z.string(),
    licence: z.string().optional(),
    address: z.record(z.string(), z.string()).default({}),
  }),
]);

export interface NominatimOptions {
  /** Its address, without `/reverse`. */
  base: string;
  userAgent: string;
  /** Answers when the service doesn't: down, too slow, too many waiting. */
  fallback: Geocoder;
  /** Minimum interval between two requests of this process; the public service requires one second. */
  gapMs?: number;
  timeoutMs?: number;
  onError?: (error: unknown) => void;
}

/** Queries a Nominatim-compatible service, one request at a time; caches results within about ten meters. */
export function openNominatim({
  base,
  userAgent,
  fallback,
  gapMs = 1000,
  timeoutMs = TIMEOUT_MS,
  onError,
}: NominatimOptions): Geocoder {
  const known = new Map<string, Promise<Location>>();
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  async function lookUp(latitude: string, longitude: string): Promise<Location> {
    const response = await requestService(
      `${base}/reverse?lat=${latitude}&lon=${longitude}&format=jsonv2&accept-language=en`,
      {
        headers: { 'user-agent': userAgent, accept: 'application/json' },
        timeoutMs,
      },
    );
    if (!response.ok) throw new Error(`The geocoder answered ${response.status}.`);
    return toLocation(Answer.parse(await response.json()));
  }

  function inTurn(latitude: string, longitude: string): Promise<Location> {
    waiting++;
    const request = turn.then(() => lookUp(latitude, longitude)).finally(() => waiting--);
    // the next one starts a gap after this one did
    const gap = turn.then(() => new Promise((resolve) => void setTimeout(resolve, gapMs).unref()));
    turn = Promise.allSettled([request, gap]);
    return request;
  }

  return {
    async reverse(latitude, longitude) {
      const [lat, lon] = [latitude.toFixed(4), longitude.toFixed(4)];
      const key = `${lat},${lon}`;
      const remembered = known.get(key);
      if (remembered) return remembered;
      if (waiting >= MAX_WAITING) return fallback.reverse(latitude, longitude);
      const place = inTurn(lat, lon);
      known.set(key, place);
      if (known.size > MAX_CACHED) known.delete(known.keys().next().value ?? '');
      try {
        return await place;
      } catch (error) {
        known.delete(key);
        onError?.(error);
        return fallback.reverse(latitude, longitude);
      }
    },
  };
}

const named = (value: string | undefined) => lineFromOutside(value, MAX_NAME);

function toLocation(answer: z.infer<typeof Answer>): Location {
  const attribution = '© OpenStreetMap contributors';
  if ('error' in answer) return { address: null, city: null, state: null, country: null, attribution };
  const { address } = answer;
  return {
    address: named(answer.display_name),
    city: named(
      address.city ??
        address.town ??
        address.village ??
        address.hamlet ??
        address.municipality ??
        address.county,
    ),
    state: named(address.state ?? address.region),
    country: named(address.country),
    attribution:
      answer.licence?.includes('OpenStreetMap') === false
        ? (named(answer.licence) ?? attribution)
        : attribution,
  };
}
