import { COUNTRIES, type Region } from '#contract/shop/regions.ts';
import { formatter } from '#web/ui/intl.ts';
import { countryName } from './country.ts';

export { listStates } from '#contract/shop/regions.ts';

const nameOf = (code: string): Region => ({ code, name: countryName(code) });

/** Where the shop ships to in its own order, or every country by name with `home` first. */
export function listCountries(shipsTo: string[], home: string): Region[] {
  if (shipsTo.length > 0) return shipsTo.map(nameOf);
  const inOrder = formatter(Intl.Collator, {});
  const all = COUNTRIES.map(nameOf).toSorted((a, b) => inOrder.compare(a.name, b.name));
  return [nameOf(home), ...all.filter(({ code }) => code !== home)];
}
