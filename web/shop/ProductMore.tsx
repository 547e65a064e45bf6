import { t } from '@lingui/core/macro';
import type { FormOf } from '#web/app/forms/form.ts';
import { Checkbox, Field, TextArea } from '#web/ui/controls/Field.tsx';
import type { ProductValues } from './product-form.ts';

/** What most products do without: numbers for the warehouse, and whom the product comes from. */
export function ProductMore({ form, values }: { form: FormOf<ProductValues>; values: ProductValues }) {
  const errorOf = (path: string) => form.errors[path] ?? null;
  const isWrong = Object.keys(form.errors).some((name) => /^(variants\.0|productSafety)\./.test(name));
  return (
    <details open={isWrong || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold before:me-2 before:transition-transform before:content-['›'] [[open]>&]:before:rotate-90">
        {t`More`}
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        {!values.hasOptions && (
          <div className="grid grid-cols-2 items-start gap-4">
            <Field label={t`SKU`} {...form.field('sku')} error={errorOf('variants.0.sku')} />
            <Field
              label={t`GTIN`}
              inputMode="numeric"
              {...form.field('gtin')}
              error={errorOf('variants.0.gtin')}
            />
            <Field
              label={t`Low stock at`}
              inputMode="numeric"
              hint={t`We’ll notify admins at this number.`}
              {...form.field('lowStockAt')}
              error={errorOf('variants.0.lowStockAt')}
            />
          </div>
        )}
        <fieldset className="flex min-w-0 flex-col gap-4 rounded-control border border-line p-4">
          <legend className="px-1 text-sm font-semibold">{t`Product safety`}</legend>
          <Checkbox
            label={t`Use the shop’s details`}
            hint={t`The EU requires a manufacturer and, if it’s outside the EU, a responsible person in the EU.`}
            {...form.checkbox('shopSafety')}
          />
          {!values.shopSafety && (
            <>
              <Field
                label={t`Manufacturer`}
                {...form.field('manufacturer')}
                error={errorOf('productSafety.manufacturer')}
              />
              <TextArea
                label={t`Address`}
                {...form.field('address')}
                error={errorOf('productSafety.address')}
              />
              <Field label={t`Email`} {...form.field('email')} error={errorOf('productSafety.email')} />
              <TextArea
                label={t`EU responsible person`}
                {...form.field('euResponsible')}
                error={errorOf('productSafety.euResponsible')}
              />
            </>
          )}
        </fieldset>
      </div>
    </details>
  );
}
