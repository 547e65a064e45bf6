import { t } from '@lingui/core/macro';
import { useConfig } from '#web/app/config.ts';
import { fieldOf } from '#web/app/forms/form.ts';
import type { Fields } from '#web/app/forms/form.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import type { Shipping } from './ShippingForm.tsx';

export type CheckoutFields = Shipping & Record<'email' | 'vatNumber', string>;

/** Whom the receipt goes to, and the VAT number of a business; neither is needed. */
export function BuyerFields({
  fields,
  errors,
}: {
  fields: Fields<CheckoutFields>;
  errors: Record<string, string>;
}) {
  const { taxMode, sendsMail } = useConfig();
  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      {sendsMail && (
        <Field
          label={t`Email for the receipt (optional)`}
          type="email"
          autoComplete="email"
          maxLength={320}
          hint={t`Your PayPal email gets it anyway.`}
          {...fieldOf(fields, 'email', errors['email'])}
        />
      )}
      {taxMode !== 'OFF' && (
        <Field
          label={t`VAT number (optional)`}
          maxLength={40}
          hint={t`For businesses. It’s printed on the invoice and doesn’t change the price.`}
          {...fieldOf(fields, 'vatNumber', errors['vatNumber'])}
        />
      )}
    </div>
  );
}
