import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PRODUCT_CATEGORIES } from '#contract/shop.ts';
import type { AdminProduct, ProductCategory, ProductInput } from '#contract/shop.ts';
import { ApiError } from '#web/app/call.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox, Field, Select, TextArea } from '#web/ui/Field.tsx';
import { formatMoney } from '#web/ui/format.ts';
import { ProductPicture } from '#web/ui/ProductPicture.tsx';
import { ErrorState, Skeleton } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAllProducts, useSaveProduct } from './shop.queries.ts';

const inputOf = ({
  name,
  price,
  description,
  category,
  images,
  stock,
  hidden,
}: AdminProduct): ProductInput => ({ name, price, description, category, images, stock, hidden });

/** The catalogue for admins: add, edit, hide, price, stock, pictures. */
export function ProductsTab() {
  const { data, error, refetch } = useAllProducts();
  const save = useSaveProduct();
  const [edited, setEdited] = useState<AdminProduct | 'new' | null>(null);
  const toggle = async (product: AdminProduct): Promise<void> => {
    try {
      await save.mutateAsync({ ...inputOf(product), id: product.id, hidden: !product.hidden });
    } catch (failure) {
      toast('The product could not be changed', {
        kind: 'bad',
        text: failure instanceof ApiError ? failure.message : undefined,
      });
    }
  };
  if (error && !data)
    return <ErrorState title="The products could not be loaded" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 rounded-card" />;
  return (
    <div className="flex flex-col gap-4">
      <Button look="primary" className="self-start" onClick={() => setEdited('new')}>
        <Plus aria-hidden="true" /> Add product
      </Button>
      <DataTable
        caption="Products"
        rows={data}
        keyOf={(product) => product.id}
        columns={[
          {
            title: 'Picture',
            wide: true,
            cell: (product) => (
              <div className="h-12 w-16 overflow-hidden rounded-control">
                <ProductPicture src={product.image} alt="" />
              </div>
            ),
          },
          {
            title: 'Name',
            cell: (product) => (
              <span className="font-semibold">
                {product.name} {product.hidden && <Badge tone="warn">Hidden</Badge>}
              </span>
            ),
          },
          { title: 'Category', wide: true, cell: (product) => product.category },
          { title: 'Price', numeric: true, cell: (product) => formatMoney(product.price) },
          { title: 'Stock', numeric: true, cell: (product) => product.stock ?? 'Unlimited' },
          {
            title: 'Actions',
            cell: (product) => (
              <div className="flex gap-1">
                <Button
                  size="sm"
                  look="quiet"
                  aria-label={`Edit ${product.name}`}
                  onClick={() => setEdited(product)}
                >
                  Edit
                </Button>
                <Button
                  size="sm"
                  look="quiet"
                  aria-label={`${product.hidden ? 'Show' : 'Hide'} ${product.name}`}
                  onClick={() => void toggle(product)}
                >
                  {product.hidden ? 'Show' : 'Hide'}
                </Button>
              </div>
            ),
          },
        ]}
      />
      {edited && <ProductDialog product={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

function ProductDialog({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  const save = useSaveProduct();
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
        images: text('images').split(/\s+/).filter(Boolean),
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
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" form="product-form" pending={save.isPending}>
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
        className="grid grid-cols-2 gap-4"
      >
        <div className="col-span-2">
          <Field
            label="Name"
            name="name"
            required
            maxLength={100}
            defaultValue={product?.name}
            error={errors['name']}
          />
        </div>
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
        <div className="col-span-2">
          <Select label="Category" name="category" defaultValue={product?.category}>
            {PRODUCT_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </div>
        <div className="col-span-2">
          <TextArea
            label="Description"
            name="description"
            maxLength={1000}
            defaultValue={product?.description}
            error={errors['description']}
          />
        </div>
        <div className="col-span-2">
          <TextArea
            label="Pictures"
            name="images"
            defaultValue={product?.images.join('\n')}
            hint="One address a line, the first is shown in lists: /products/name.webp or https://…"
            error={Object.entries(errors).find(([name]) => name.startsWith('images'))?.[1]}
          />
        </div>
        <Checkbox
          className="col-span-2"
          label="Hidden from the shop"
          name="hidden"
          defaultChecked={product?.hidden}
        />
        {save.error && Object.keys(errors).length === 0 && (
          <p role="alert" className="col-span-2 text-bad">
            {save.error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
