import type { ShippingZone } from '#contract/shop/shipping-zones.ts';
import { msg } from '#contract/text/message.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { countryName } from '#server/app/i18n/formats.ts';
import { listZones, replaceZones } from './shipping-zones.store.ts';

/** Throws 422 for a country, or everywhere else, in two zones. */
function checkZones(zones: ShippingZone[]): void {
  const seen = new Set<string | null>();
  for (const [at, { countries }] of zones.entries())
    for (const country of countries ?? [null]) {
      if (seen.has(country)) throw inTwoZones(country, `${at}.countries`);
      seen.add(country);
    }
}

function inTwoZones(country: string | null, field: string) {
  const name = (language: string) => countryName(country ?? '', language);
  const text =
    country === null
      ? msg`Only one zone can be for everywhere else.`
      : msg`${name} is in two zones. Please remove it from one of them.`;
  return fail(422, 'COUNTRY_TWICE', text, { fields: { [field]: text } });
}

/** Throws 422. */
export async function changeZones(trx: Trx, admin: User, zones: ShippingZone[]): Promise<ShippingZone[]> {
  checkZones(zones);
  const before = await listZones(trx);
  await replaceZones(trx, zones);
  const after = await listZones(trx);
  await audit(trx, admin, {
    action: 'shipping.change',
    subjectType: 'shipping zones',
    subjectId: null,
    before,
    after,
  });
  return after;
}
