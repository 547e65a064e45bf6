import type { Selectable } from 'kysely';
import { matchesCountry } from '#contract/shop/regions.ts';
import type { ShippingRate } from '#contract/shop/pricing.rules.ts';
import type { ShippingZone } from '#contract/shop/shipping-zones.ts';
import { fromAmount, toAmount } from '#server/adapters/payments/money.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import type { ShippingZones } from '#server/app/database/database.types.ts';

type Row = Selectable<ShippingZones>;

const toZone = (row: Row): ShippingZone => ({
  countries: row.countries,
  price: toAmount(row.price_cents),
  freeFrom: row.free_from_cents === null ? null : toAmount(row.free_from_cents),
  daysMin: row.days_min,
  daysMax: row.days_max,
});

const selectZones = (db: DbOrTrx): Promise<Row[]> =>
  db.selectFrom('shipping_zones').selectAll().orderBy('position').execute();

export const listZones = async (db: DbOrTrx): Promise<ShippingZone[]> => (await selectZones(db)).map(toZone);

export async function replaceZones(trx: Trx, zones: ShippingZone[]): Promise<void> {
  await trx.deleteFrom('shipping_zones').execute();
  if (zones.length === 0) return;
  await trx
    .insertInto('shipping_zones')
    .values(
      zones.map((zone, position) => ({
        position,
        countries: zone.countries && JSON.stringify(zone.countries),
        price_cents: fromAmount(zone.price) ?? 0,
        free_from_cents: zone.freeFrom === null ? null : fromAmount(zone.freeFrom),
        days_min: zone.daysMin,
        days_max: zone.daysMax,
      })),
    )
    .execute();
}

export interface Shipping extends ShippingRate {
  daysMin: number | null;
  daysMax: number | null;
}

/**
 * What shipping costs to a country, given by its code or English name. 'default': there are no zones, the settings hold;
 * null: the shop doesn't sell there.
 */
export async function findShipping(db: DbOrTrx, country: string): Promise<Shipping | 'default' | null> {
  const zones = await selectZones(db);
  if (zones.length === 0) return 'default';
  const found =
    zones.find(({ countries }) => countries?.some((code) => matchesCountry(code, country))) ??
    zones.find(({ countries }) => countries === null);
  if (!found) return null;
  return {
    cents: found.price_cents,
    freeFromCents: found.free_from_cents,
    daysMin: found.days_min,
    daysMax: found.days_max,
  };
}
