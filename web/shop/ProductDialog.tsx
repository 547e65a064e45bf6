import { t } from '@lingui/core/macro';
import { useState } from 'react';
import {
  MAX_PRODUCT_DESCRIPTION,
  MAX_PRODUCT_DETAIL,
  MAX_PRODUCT_NAME,
} from '#contract/shop/product-input.ts';
import type { AdminProduct } from '#contract/shop/shop.ts';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { PictureEditor } from './PictureEditor.tsx';
import { inputOf, newOption, soldOf, valuesOf, type ProductValues } from './product-form.ts';
import { ProductMore } from './ProductMore.tsx';
import { ProductOptions } from './ProductOptions.tsx';
import { useSaveProduct } from './shop.queries.ts';
import { VariantTable } from './VariantTable.tsx';

const isEmpty = (text: string): boolean => !text.trim();

/** What is missing; with options their names and values, and a price for each variant. */
function gapsOf(values: ProductValues, product: AdminProduct | null) {
  const { name, price, hasOptions, options } = values;
  const sold = hasOptions ? soldOf(values, product) : [];
  const isUnnamed = options.some(
    (option) => isEmpty(option.name) || option.values.every(({ text }) => isEmpty(text)),
  );
  const needsPrice = sold.length === 0 || sold.some(({ row }) => isEmpty(row.price));
  return {
    ...(isEmpty(name) && { name: t`Please enter a name.` }),
    ...(isEmpty(price) && needsPrice && { price: t`Please enter a price.` }),
    ...(hasOptions &&
      (isUnnamed || sold.length === 0) && {
        options: t`Please enter a name and at least one value for each option.`,
      }),
  };
}

/** Adds a product, or changes one. */
export function ProductDialog({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  const { productCategories } = useConfig();
  const fields = useFields(valuesOf(product, productCategories));
  const [uploading, setUploading] = useState(false);
  const form = useForm(fields, useSaveProduct(), {
    check: (values) => gapsOf(values, product),
    toInput: (values) => ({ ...inputOf(values, product), id: product?.id ?? null }),
    done: product ? t`Product saved` : t`Product added`,
    onSent: onClose,
  });
  const { values } = fields;
  return (
    <Dialog
      whole={values.hasOptions}
      title={product ? t`Edit ${product.name}` : t`Add product`}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="product-form"
            pending={form.pending}
            disabled={uploading}
          >
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id="product-form" form={form} button={null}>
        <Field label={t`Name`} required maxLength={MAX_PRODUCT_NAME} {...form.field('name')} />
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label={t`Price (USD)`} required inputMode="decimal" {...form.field('price')} />
          {!values.hasOptions && (
            <Field
              label={t`Stock`}
              inputMode="numeric"
              hint={t`Leave empty for unlimited stock`}
              {...form.field('stock')}
              error={form.errors['stock'] ?? form.errors['variants.0.stock'] ?? null}
            />
          )}
        </div>
        <Select label={t`Category`} {...form.field('category')}>
          <CategoryOptions names={productCategories} of="products" />
        </Select>
        <TextArea label={t`Description`} maxLength={MAX_PRODUCT_DESCRIPTION} {...form.field('description')} />
        <TextArea
          label={t`Fit`}
          maxLength={MAX_PRODUCT_DETAIL}
          hint={t`Width, lens and bridge in millimetres, plus weight.`}
          {...form.field('fit')}
        />
        <TextArea label={t`Lenses`} maxLength={MAX_PRODUCT_DETAIL} {...form.field('lens')} />
        <TextArea label={t`Care`} maxLength={MAX_PRODUCT_DETAIL} {...form.field('care')} />
        <PictureEditor
          pictures={values.images}
          onChange={(change) => fields.change('images', change)}
          onBusy={setUploading}
          error={Object.entries(form.errors).find(([name]) => name.startsWith('image'))?.[1] ?? null}
        />
        <Checkbox
          label={t`This product comes in several versions`}
          hint={t`Such as colors or sizes, each with its own price and stock.`}
          checked={values.hasOptions}
          onChange={({ target: { checked } }) => {
            fields.set('hasOptions', checked);
            if (checked && values.options.length === 0) fields.set('options', [newOption()]);
          }}
        />
        {values.hasOptions && (
          <>
            <ProductOptions
              options={values.options}
              onChange={(change) => fields.change('options', change)}
              errors={form.errors}
            />
            <VariantTable
              values={values}
              product={product}
              errors={form.errors}
              onChange={(change) => fields.change('rows', change)}
            />
          </>
        )}
        <ProductMore form={form} values={values} />
        <Checkbox label={t`Hidden from the shop`} {...form.checkbox('hidden')} />
      </Form>
    </Dialog>
  );
}
