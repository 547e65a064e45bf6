import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { MAX_PRODUCT_DESCRIPTION, MAX_PRODUCT_DETAIL, MAX_PRODUCT_NAME } from '#contract/shop/shop.ts';
import type { AdminProduct, ProductInput } from '#contract/shop/shop.ts';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/controls/Field.tsx';
import { PictureEditor } from './PictureEditor.tsx';
import type { Picture } from './PictureEditor.tsx';
import { useSaveProduct } from './shop.queries.ts';

/** The form values of a product; `images` with their descriptions. */
interface Values {
  name: string;
  price: string;
  stock: string;
  category: string;
  description: string;
  fit: string;
  lens: string;
  care: string;
  images: Picture[];
  hidden: boolean;
}

const valuesOf = (product: AdminProduct | null, categories: string[]): Values => ({
  name: product?.name ?? '',
  price: product ? formatNumber(product.price, 2) : '',
  stock: typeof product?.stock === 'number' ? formatNumber(product.stock) : '',
  category: product?.category ?? categories[0] ?? '',
  description: product?.description ?? '',
  fit: product?.fit ?? '',
  lens: product?.lens ?? '',
  care: product?.care ?? '',
  images: (product?.images ?? []).map((url, at) => ({ url, alt: product?.imageAlts[at] ?? '' })),
  hidden: product?.hidden ?? false,
});

const inputOf = ({ price, stock, images, ...rest }: Values): ProductInput => ({
  ...rest,
  price: parseNumber(price),
  stock: stock.trim() ? parseNumber(stock) : null,
  images: images.map(({ url }) => url),
  imageAlts: images.map(({ alt }) => alt),
});

/** Adds a product, or changes one. */
export function ProductDialog({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  const { productCategories } = useConfig();
  const fields = useFields(valuesOf(product, productCategories));
  const [uploading, setUploading] = useState(false);
  const form = useForm(fields, useSaveProduct(), {
    check: ({ name, price }) => ({
      ...(!name.trim() && { name: t`Please enter a name.` }),
      ...(!price.trim() && { price: t`Please enter a price.` }),
    }),
    toInput: (values) => ({
      ...inputOf(values),
      id: product?.id ?? null,
      ...(product && { stockBefore: product.stock }),
    }),
    done: product ? t`Product saved` : t`Product added`,
    onSent: onClose,
  });
  return (
    <Dialog
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
          <Field
            label={t`Stock`}
            inputMode="numeric"
            hint={t`Leave empty for unlimited stock`}
            {...form.field('stock')}
          />
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
          pictures={fields.values.images}
          onChange={(change) => fields.change('images', change)}
          onBusy={setUploading}
          error={Object.entries(form.errors).find(([name]) => name.startsWith('image'))?.[1] ?? null}
        />
        <Checkbox label={t`Hidden from the shop`} {...form.checkbox('hidden')} />
      </Form>
    </Dialog>
  );
}
