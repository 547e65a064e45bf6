import { t } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import type { ComponentProps } from 'react';
import { useConfig } from '#web/app/config.ts';
import { fieldOf } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { Checkbox, Field, Select } from '#web/ui/controls/Field.tsx';
import { countryName } from '#web/app/i18n/country.ts';
import type { Region } from '#contract/shop/regions.ts';
import type { listCountries, listStates } from '#web/app/i18n/regions.ts';

export type Shipping = Record<
  | 'shippingName'
  | 'shippingPhone'
  | 'shippingAddress'
  | 'shippingCity'
  | 'shippingState'
  | 'shippingZipCode'
  | 'shippingCountry',
  string
>;

const HOME = 'US';

const EMPTY_SHIPPING: Shipping = {
  shippingName: '',
  shippingPhone: '',
  shippingAddress: '',
  shippingCity: '',
  shippingState: '',
  shippingZipCode: '',
  shippingCountry: HOME,
};

/** An empty form; its country is one that the shop ships to. */
export const emptyShipping = (shipsTo: string[]): Shipping => ({
  ...EMPTY_SHIPPING,
  shippingCountry: shipsTo.length === 0 || shipsTo.includes(HOME) ? HOME : (shipsTo[0] ?? HOME),
});

const listFields = (): {
  name: keyof Shipping;
  label: string;
  autoComplete: string;
  optional?: true;
  /** Beside another one. */
  half?: true;
  type?: string;
  most: number;
}[] => [
  { name: 'shippingName', label: t`Full Name`, autoComplete: 'shipping name', most: 200 },
  {
    name: 'shippingPhone',
    label: t`Phone Number`,
    autoComplete: 'shipping tel',
    optional: true,
    type: 'tel',
    most: 50,
  },
  { name: 'shippingAddress', label: t`Address`, autoComplete: 'shipping address-line1', most: 500 },
  { name: 'shippingCity', label: t`City`, autoComplete: 'shipping address-level2', most: 200 },
  {
    name: 'shippingState',
    label: t({ message: 'State', context: 'of an address' }),
    autoComplete: 'shipping address-level1',
    half: true,
    most: 200,
  },
  { name: 'shippingZipCode', label: t`ZIP Code`, autoComplete: 'shipping postal-code', half: true, most: 40 },
  { name: 'shippingCountry', label: t`Country`, autoComplete: 'shipping country', most: 100 },
];

interface Regions {
  listCountries: typeof listCountries;
  listStates: typeof listStates;
}

/** What there is to choose from; the country that is chosen, and no more, until the lists are there. */
function useRegions(country: string): { countries: Region[]; states: Region[] } {
  const { shipsTo } = useConfig();
  const [regions, setRegions] = useState<Regions | null>(null);
  useEffect(() => void import('#web/app/i18n/regions.ts').then(setRegions, () => {}), []);
  return {
    countries: regions?.listCountries(shipsTo, HOME) ?? [{ code: country, name: countryName(country) }],
    states: regions?.listStates(country) ?? [],
  };
}

function CountrySelect({ regions, ...rest }: ComponentProps<typeof Select> & { regions: Region[] }) {
  return (
    <Select {...rest}>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** A text field with a list at hand while it is being filled in; what is typed counts, listed or not. */
function ListedField({ regions, ...rest }: ComponentProps<typeof Field> & { regions: Region[] }) {
  const id = useId();
  const [inUse, setInUse] = useState(false);
  return (
    <>
      <Field
        {...rest}
        list={inUse && regions.length > 0 ? id : undefined}
        // the list's own arrow comes and goes with the focus
        className="[&::-webkit-calendar-picker-indicator]:hidden!"
        onFocus={(event) => {
          setInUse(true);
          // what is typed next replaces it: the list shows what fits the field's text
          event.target.select();
        }}
        onBlur={() => setInUse(false)}
      />
      {inUse && (
        <datalist id={id}>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** The labels of what has to be filled in before it can be paid, in the order of the form. */
export const missingIn = (shipping: Shipping): string[] =>
  listFields()
    .filter(({ name, optional }) => !optional && shipping[name].trim() === '')
    .map(({ label }) => label);

/** Where it goes. Everything but the phone number is needed. */
export function ShippingForm({
  fields,
  errors,
}: {
  fields: Fields<Shipping>;
  errors: Record<string, string>;
}) {
  const { countries, states } = useRegions(fields.values.shippingCountry);
  return (
    <fieldset className="grid grid-cols-2 gap-4">
      <legend className="sr-only">{t`Shipping Information`}</legend>
      {listFields().map(({ name, label, autoComplete, optional, half, type = 'text', most }) => {
        const attributes = {
          label,
          ...fieldOf(fields, name, errors[name]),
          autoComplete,
          required: !optional,
        };
        const text = { ...attributes, type, maxLength: most };
        return (
          <div key={name} className={half ? undefined : 'col-span-2'}>
            {name === 'shippingCountry' && <CountrySelect {...attributes} regions={countries} />}
            {name === 'shippingState' && <ListedField {...text} regions={states} />}
            {name !== 'shippingCountry' && name !== 'shippingState' && <Field {...text} />}
          </div>
        );
      })}
      <Checkbox label={t`Use same address for billing`} defaultChecked className="col-span-2" />
    </fieldset>
  );
}
