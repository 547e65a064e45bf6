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
      name: seller.name ?? '',
      address: seller.address ?? '',
      taxId: seller.taxId ?? '',
      email: seller.email ?? '',
    },
    ({ taxMode, ...others }) => ({
      taxMode,
      seller: {
        name: others.name.trim() || null,
        address: others.address.trim() || null,
        taxId: others.taxId.trim() || null,
        email: others.email.trim() || null,
      },
    }),
    ({ taxMode, name, address }) =>
      taxMode === 'OFF'
        ? {}
        : {
            ...(!name.trim() && { name: t`Please enter a name.` }),
            ...(!address.trim() && { address: t`Please enter your business address.` }),
          },
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
            <Field label={t`Business name`} required maxLength={200} {...form.field('name')} />
            <TextArea
              label={t`Address`}
              required
              maxLength={500}
              hint={t`Shown on every invoice.`}
              {...form.field('address')}
            />
            <Field
              label={t`Tax ID`}
              maxLength={60}
              hint={t`Your VAT number, for example DE123456789.`}
              {...form.field('taxId')}
            />
            <Field label={t`Email`} type="email" maxLength={320} {...form.field('email')} />
          </fieldset>
        )}
      </FormFrame>
    </Card>
  );
}
