import { countryCode, isSameRegion } from '#contract/shop/regions.ts';
import type { TaxRate } from '#contract/shop/tax-rates.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';

export async function listRates(db: DbOrTrx): Promise<TaxRate[]> {
  const rows = await db.selectFrom('tax_rates').selectAll().orderBy('position').execute();
  return rows.map((row) => ({
    country: row.country,
    region: row.region,
    rate: row.rate / 1000,
    from: row.from_day,
    until: row.until_day,
  }));
}

export async function replaceRates(trx: Trx, rates: TaxRate[]): Promise<void> {
  await trx.deleteFrom('tax_rates').execute();
  if (rates.length === 0) return;
  await trx
    .insertInto('tax_rates')
    .values(
      rates.map(({ country, region, rate, from, until }, position) => ({
        position,
        country,
        region,
        rate: Math.round(rate * 1000),
        from_day: from,
        until_day: until,
      })),
    )
    .execute();
}

/**
 * The rate at an address on a day (UTC), in thousandths of a percent; null: none applies. Country and region are given by
 * code or English name. A region's rate goes before its country's, then the one that began last.
 */
export async function findTaxRate(
  db: DbOrTrx,
  { country, region }: { country: string; region: string | null },
  day: string,
): Promise<number | null> {
  const code = countryCode(country);
  if (code === null) return null;
  const rows = await db
    .selectFrom('tax_rates')
    .selectAll()
    .where(({ eb, or }) => or([eb('from_day', 'is', null), eb('from_day', '<=', day)]))
    .where(({ eb, or }) => or([eb('until_day', 'is', null), eb('until_day', '>=', day)]))
    .orderBy('from_day', (order) => order.desc().nullsLast())
    .orderBy('position')
    .execute();
  const there = rows.filter((row) => countryCode(row.country) === code);
  const found =
    there.find((row) => row.region !== null && region !== null && isSameRegion(code, row.region, region)) ??
    there.find((row) => row.region === null);
  return found?.rate ?? null;
}
