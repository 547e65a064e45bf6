import { fieldOf } from '#web/app/form.ts';
import type { Fields } from '#web/app/form.ts';
import { Checkbox, Field } from '#web/ui/Field.tsx';

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

export const EMPTY_SHIPPING: Shipping = {
  shippingName: '',
  shippingPhone: '',
  shippingAddress: '',
  shippingCity: '',
  shippingState: '',
  shippingZipCode: '',
  shippingCountry: 'US',
};

const FIELDS: {
  name: keyof Shipping;
  label: string;
  autoComplete: string;
  optional?: true;
  half?: true;
  type?: string;
  most: number;
}[] = [
  { name: 'shippingName', label: 'Full Name', autoComplete: 'shipping name', most: 200 },
  {
    name: 'shippingPhone',
    label: 'Phone Number',
    autoComplete: 'shipping tel',
    optional: true,
    type: 'tel',
    most: 50,
  },
  { name: 'shippingAddress', label: 'Address', autoComplete: 'shipping street-address', most: 500 },
  { name: 'shippingCity', label: 'City', autoComplete: 'shipping address-level2', half: true, most: 200 },
  { name: 'shippingState', label: 'State', autoComplete: 'shipping address-level1', half: true, most: 200 },
  { name: 'shippingZipCode', label: 'ZIP Code', autoComplete: 'shipping postal-code', half: true, most: 40 },
  { name: 'shippingCountry', label: 'Country', autoComplete: 'shipping country', half: true, most: 100 },
];

export const isComplete = (shipping: Shipping): boolean =>
  FIELDS.every(({ name, optional }) => optional || shipping[name].trim() !== '');

/** Where it goes. Everything but the phone number is needed. */
export function ShippingForm({
  fields,
  errors,
}: {
  fields: Fields<Shipping>;
  errors: Record<string, string>;
}) {
  return (
    <fieldset className="grid grid-cols-2 gap-4">
      <legend className="sr-only">Shipping Information</legend>
      {FIELDS.map(({ name, label, autoComplete, optional, half, type = 'text', most }) => (
        <div key={name} className={half ? 'col-span-2 sm:col-span-1' : 'col-span-2'}>
          <Field
            label={label}
            {...fieldOf(fields, name, errors[name])}
            type={type}
            autoComplete={autoComplete}
            required={!optional}
            maxLength={most}
          />
        </div>
      ))}
      <Checkbox label="Use same address for billing" defaultChecked className="col-span-2" />
    </fieldset>
  );
}
