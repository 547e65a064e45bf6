import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { EU_COUNTRIES } from '#contract/shop/eu-vat-rates.ts';
import { countryName } from '#web/app/i18n/country.ts';
import { listCountries } from '#web/app/i18n/regions.ts';
import { Select } from '#web/ui/controls/Field.tsx';

const EU = 'EU';

/** Countries as chips, and a list to add more from; `taken`: in this list or another. */
export function CountryList({
  countries,
  taken,
  error,
  onChange,
}: {
  countries: string[];
  taken: string[];
  error: string | null;
  onChange: (countries: string[]) => void;
}) {
  const isFree = (code: string): boolean => !taken.includes(code);
  const add = (choice: string) =>
    onChange([...countries, ...(choice === EU ? EU_COUNTRIES.filter(isFree) : [choice])]);
  return (
    <div className="flex flex-col gap-3">
      {countries.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {countries.map((code) => (
            <li key={code}>
              <button
                type="button"
                aria-label={t`Remove: ${countryName(code)}`}
                className="flex min-h-9 items-center gap-1.5 rounded-pill bg-raised px-3 text-sm hover:bg-line"
                onClick={() => onChange(countries.filter((each) => each !== code))}
              >
                {countryName(code)} <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Select label={t`Add a country`} value="" error={error} onChange={({ target }) => add(target.value)}>
        <option value="">{t`Choose…`}</option>
        {EU_COUNTRIES.some(isFree) && <option value={EU}>{t`European Union`}</option>}
        {listCountries([], 'US')
          .filter(({ code }) => isFree(code))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Select>
    </div>
  );
}
