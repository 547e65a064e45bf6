import { t } from '@lingui/core/macro';
import type { ShopState } from '#contract/settings/settings.ts';
import { TAX_MODES, type TaxMode } from '#contract/shop/pricing.rules.ts';
import { Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';

/** Whether tax is calculated, and whom invoices come from. */
export function TaxSettings() {
  return <Section section="shop">{(state) => <TaxForm state={state} />}</Section>;
}

const modes = (): Record<TaxMode, string> => ({
  OFF: t`Don’t calculate tax`,
  INCLUSIVE: t`Prices include tax`,
  EXCLUSIVE: t`Add tax at checkout`,
});

function TaxForm({ state }: { state: ShopState }) {
  const { seller } = state;
  const { form, values } = useSectionForm(
    'shop',
    state,
    {
      taxMode: state.taxMode,
      'seller.name': seller.name ?? '',
      'seller.address': seller.address ?? '',
      'seller.taxId': seller.taxId ?? '',
      'seller.email': seller.email ?? '',
    },
    (typed) => ({
      taxMode: typed.taxMode,
      seller: {
        name: typed['seller.name'].trim() || null,
        address: typed['seller.address'].trim() || null,
        taxId: typed['seller.taxId'].trim() || null,
        email: typed['seller.email'].trim() || null,
      },
    }),
  );
  return (
    <Card>
      <FormFrame section="shop" form={form}>
        <Select
          label={t`Tax`}
          {...form.field('taxMode')}
          hint={t`Applies to new checkouts. Addresses without a rate below aren’t taxed.`}
        >
          {TAX_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {modes()[mode]}
            </option>
          ))}
        </Select>
        {values.taxMode !== 'OFF' && (
          <fieldset className="flex flex-col gap-5">
            <legend className="mb-4 text-base font-semibold">{t`Seller`}</legend>
            <Field label={t`Business name`} required maxLength={200} {...form.field('seller.name')} />
            <TextArea
              label={t`Address`}
              required
              maxLength={500}
              hint={t`Shown on every invoice.`}
              {...form.field('seller.address')}
            />
            <Field
              label={t`Tax ID`}
              maxLength={60}
              hint={t`Your VAT number, for example DE123456789.`}
              {...form.field('seller.taxId')}
            />
            <Field label={t`Email`} type="email" maxLength={320} {...form.field('seller.email')} />
          </fieldset>
        )}
      </FormFrame>
    </Card>
  );
}
