import { t } from '@lingui/core/macro';
import type { ProductSafety, ShopState } from '#contract/settings/settings.ts';
import type { FormOf } from '#web/app/forms/form.ts';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';

/** Named as the server names their errors. */
export const safetyValues = ({ productSafety }: Pick<ShopState, 'productSafety'>) => ({
  'productSafety.manufacturer': productSafety.manufacturer ?? '',
  'productSafety.address': productSafety.address ?? '',
  'productSafety.email': productSafety.email ?? '',
  'productSafety.euResponsible': productSafety.euResponsible ?? '',
});
type Values = ReturnType<typeof safetyValues>;

export const safetyChanges = (values: Values): { productSafety: ProductSafety } => ({
  productSafety: {
    manufacturer: values['productSafety.manufacturer'].trim() || null,
    address: values['productSafety.address'].trim() || null,
    email: values['productSafety.email'].trim() || null,
    euResponsible: values['productSafety.euResponsible'].trim() || null,
  },
});

/** Whom products come from that have no details of their own. */
export function SafetyFields({ form }: { form: Pick<FormOf<Values>, 'field'> }) {
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-1 font-semibold">{t`Product safety (GPSR)`}</legend>
      <p className="text-sm text-ink-soft">
        {t`Shown on product pages. A product’s own details replace all of these.`}
      </p>
      <Field label={t`Manufacturer`} {...form.field('productSafety.manufacturer')} maxLength={200} />
      <TextArea label={t`Manufacturer’s address`} {...form.field('productSafety.address')} maxLength={500} />
      <Field
        label={t`Manufacturer’s email`}
        {...form.field('productSafety.email')}
        type="email"
        maxLength={320}
      />
      <TextArea
        label={t`Responsible person in the EU`}
        {...form.field('productSafety.euResponsible')}
        maxLength={500}
        hint={t`Name, address and email. Needed if the manufacturer is outside the EU.`}
      />
    </fieldset>
  );
}
