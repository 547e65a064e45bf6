import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { CURRENCIES } from '#contract/settings/currencies.ts';
import type { ShopState } from '#contract/settings/settings.ts';
import type { fieldOf } from '#web/app/forms/form.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { formatter } from '#web/ui/intl.ts';
import { paths } from '#web/app/paths.ts';
import { useConfig } from '#web/app/config.ts';
import { SafetyFields, safetyChanges, safetyValues } from './SafetyFields.tsx';
import { FormFrame, Section, useSectionForm } from './SectionForm.tsx';
import { WithdrawalFields, withdrawalChanges, withdrawalValues } from './WithdrawalFields.tsx';

/** Whether the shop is open, its currency, destinations and texts. */
export function ShopSettings() {
  return <Section section="shop">{(state) => <ShopForm state={state} />}</Section>;
}

/** The fields as they are typed. */
function useShopForm(state: ShopState) {
  return useSectionForm(
    'shop',
    state,
    {
      offered: state.offered,
      open: state.open,
      headline: state.headline ?? '',
      heroWords: state.heroWords ?? '',
      freeShippingWords: state.freeShippingWords ?? '',
      currency: state.currency,
      countries: state.countries.join(', '),
      shippingPrice: formatNumber(state.shippingPrice),
      shippingFreeFrom: state.shippingFreeFrom === null ? '' : formatNumber(state.shippingFreeFrom),
      shippingWords: state.shippingWords ?? '',
      taxNote: state.taxNote ?? '',
      returnWords: state.returnWords ?? '',
      confirmedMail: state.confirmedMail ?? '',
      shippedMail: state.shippedMail ?? '',
      confirmRefundsAbove: formatNumber(state.confirmRefundsAbove),
      ...withdrawalValues(state),
      ...safetyValues(state),
    },
    ({ offered, open, currency, countries, shippingFreeFrom, ...others }) => ({
      offered,
      open,
      headline: others.headline.trim() || null,
      heroWords: others.heroWords.trim() || null,
      freeShippingWords: others.freeShippingWords.trim() || null,
      currency,
      countries: countries
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
      shippingPrice: parseNumber(others.shippingPrice),
      shippingFreeFrom: shippingFreeFrom.trim() ? parseNumber(shippingFreeFrom) : null,
      shippingWords: others.shippingWords.trim() || null,
      taxNote: others.taxNote.trim() || null,
      returnWords: others.returnWords.trim() || null,
      confirmedMail: others.confirmedMail.trim() || null,
      shippedMail: others.shippedMail.trim() || null,
      confirmRefundsAbove: parseNumber(others.confirmRefundsAbove),
      ...withdrawalChanges(others),
      ...safetyChanges(others),
    }),
  );
}

function ShopForm({ state }: { state: ShopState }) {
  const { form, values } = useShopForm(state);
  const wrongCountry = Object.entries(form.errors).find(([name]) => name.startsWith('countries'))?.[1];
  return (
    <Card className="max-w-2xl">
      <FormFrame section="shop" form={form}>
        <Checkbox
          label={t`This site has a shop`}
          {...form.checkbox('offered')}
          hint={t`When off, the shop is hidden everywhere. Existing orders keep their pages and emails.`}
        />
        <Checkbox
          label={t`The shop is open`}
          {...form.checkbox('open')}
          hint={t`When off, people can browse products but can’t buy.`}
        />
        <Field
          label={t`Headline`}
          {...form.field('headline')}
          maxLength={80}
          placeholder={t`Sunglasses Collection`}
        />
        <Field
          label={t`Subheading`}
          {...form.field('heroWords')}
          maxLength={160}
          placeholder={t`Many faces, one sunny attitude.`}
        />
        <Select
          label={t`Currency`}
          {...form.field('currency')}
          hint={
            values.currency === state.currency
              ? t`Existing orders keep their currency.`
              : t`Prices aren’t converted: 99.99 stays 99.99. Change them under Order Management, Products.`
          }
        >
          {CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {`${code} · ${formatter(Intl.DisplayNames, { type: 'currency' }).of(code) ?? ''}`}
            </option>
          ))}
        </Select>
        <Destinations form={form} error={wrongCountry ?? null} />
        <ShippingFields form={form} />
        <Field
          label={t`Tax note`}
          {...form.field('taxNote')}
          maxLength={200}
          placeholder={t`Prices include VAT.`}
          hint={t`Shown below the total in the cart, on the receipt and in the confirmation email.`}
        />
        <TextArea
          label={t`Return policy`}
          {...form.field('returnWords')}
          maxLength={500}
          hint={t`Shown on product pages, in the cart, on the receipt and in the confirmation email.`}
        />
        <TextArea
          label={t`Note in the confirmation email`}
          {...form.field('confirmedMail')}
          maxLength={1000}
        />
        <TextArea label={t`Note in the shipping email`} {...form.field('shippedMail')} maxLength={1000} />
        <Field
          label={t`Confirm identity for refunds over`}
          inputMode="decimal"
          {...form.field('confirmRefundsAbove')}
          hint={t`In the shop’s currency. Admins who signed in more than 15 minutes ago confirm it’s them first. 0: every refund.`}
        />
        <WithdrawalFields form={form} />
        <SafetyFields form={form} />
      </FormFrame>
    </Card>
  );
}

/** Where the shop sells, unless there are zones. */
function Destinations({
  form,
  error,
}: {
  form: { field(name: 'countries'): ReturnType<typeof fieldOf> };
  error: string | null;
}) {
  const { shippingZones } = useConfig();
  return (
    <>
      {shippingZones && (
        <p className="rounded-control bg-info/14 px-4 py-3 text-sm">
          <Trans>
            Your{' '}
            <Link to={`${paths.admin()}?tab=shipping`} className="font-semibold underline underline-offset-4">
              shipping zones
            </Link>{' '}
            replace the countries, shipping price and free shipping below.
          </Trans>
        </p>
      )}
      <Field
        label={t`Countries you ship to`}
        {...form.field('countries')}
        placeholder={t`US, CA, DE`}
        error={error}
        hint={t`Two-letter codes, like DE. Leave empty to ship everywhere.`}
      />
    </>
  );
}

type ShippingField = 'freeShippingWords' | 'shippingPrice' | 'shippingFreeFrom' | 'shippingWords';

/** Shipping costs, and the text about them. */
function ShippingFields({ form }: { form: { field(name: ShippingField): ReturnType<typeof fieldOf> } }) {
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field
          label={t`Shipping price`}
          inputMode="decimal"
          {...form.field('shippingPrice')}
          hint={t`Per order, in the shop’s currency. 0: free. Existing orders don’t change.`}
        />
        <Field
          label={t`Free shipping from`}
          inputMode="decimal"
          {...form.field('shippingFreeFrom')}
          placeholder="50"
          hint={t`Orders of this amount or more ship free. Leave empty to charge shipping on every order.`}
        />
      </div>
      <Field
        label={t`Free shipping note`}
        {...form.field('freeShippingWords')}
        maxLength={80}
        placeholder={t`Free shipping on all orders`}
      />
      <Field
        label={t`Shipping note`}
        {...form.field('shippingWords')}
        maxLength={200}
        placeholder={t`We ship every Tuesday and Friday.`}
        hint={t`Shown in the shop, on product pages, in the cart, on the order page and in the confirmation email.`}
      />
    </>
  );
}
