import { useState } from 'react';
import { PRODUCT_CATEGORIES } from '#contract/shop.ts';
import type { AdminProduct, ProductCategory } from '#contract/shop.ts';
import { ApiError } from '#web/app/call.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import { PictureEditor } from './PictureEditor.tsx';
import { useSaveProduct } from './shop.queries.ts';

/** Adds a product, or changes one. */
export function ProductDialog({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  const save = useSaveProduct();
  const [pictures, setPictures] = useState(() =>
    (product?.images ?? []).map((url, index) => ({ url, alt: product?.imageAlts[index] ?? '' })),
  );
  const [uploading, setUploading] = useState(false);
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const submit = (form: FormData): void => {
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    save.mutate(
      {
        id: product?.id ?? null,
        name: text('name'),
        price: Number(text('price')),
        description: text('description'),
        category: text('category') as ProductCategory,
        images: pictures.map(({ url }) => url),
        imageAlts: pictures.map(({ alt }) => alt),
        stock: text('stock') === '' ? null : Number(text('stock')),
        hidden: form.get('hidden') === 'on',
      },
      {
        onSuccess: () => {
          toast(product ? 'Product saved' : 'Product added');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={product ? `Edit ${product.name}` : 'Add product'}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="product-form"
            pending={save.isPending}
            disabled={uploading}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id="product-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
        className="grid grid-cols-2 gap-4 *:col-span-2"
      >
        <Field
          label="Name"
          name="name"
          required
          maxLength={100}
          defaultValue={product?.name}
          error={errors['name']}
        />
        <div className="grid grid-cols-2 items-start gap-4">
          <Field
            label="Price (USD)"
            name="price"
            required
            inputMode="decimal"
            defaultValue={product?.price.toFixed(2)}
            error={errors['price']}
          />
          <Field
            label="Stock"
            name="stock"
            inputMode="numeric"
            defaultValue={product?.stock ?? ''}
            hint="Empty: unlimited"
            error={errors['stock']}
          />
        </div>
        <Select label="Category" name="category" defaultValue={product?.category}>
          {PRODUCT_CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
        <TextArea
          label="Description"
          name="description"
          maxLength={1000}
          defaultValue={product?.description}
          error={errors['description']}
        />
        <PictureEditor
          pictures={pictures}
          onChange={setPictures}
          onBusy={setUploading}
          error={Object.entries(errors).find(([name]) => name.startsWith('image'))?.[1] ?? null}
        />
        <Checkbox label="Hidden from the shop" name="hidden" defaultChecked={product?.hidden} />
        {save.error && Object.keys(errors).length === 0 && (
          <p role="alert" className="text-bad">
            {save.error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
