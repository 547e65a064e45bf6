import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminProduct, ProductInput } from '#contract/shop/shop.ts';
import { ApiError } from '#web/app/call.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { formatMoney } from '#web/app/money.ts';
import { backend } from '#web/app/backend.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ProductDialog } from './ProductDialog.tsx';
import { useAllProducts, useSaveProduct } from './shop.queries.ts';

const inputOf = ({
  name,
  price,
  description,
  category,
  images,
  imageAlts,
  fit,
  lens,
  care,
  stock,
  hidden,
}: AdminProduct): ProductInput => ({
  name,
  price,
  description,
  category,
  images,
  imageAlts,
  fit,
  lens,
  care,
  stock,
  hidden,
});

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
      <Button variant="primary" className="self-start" onClick={() => setEdited('new')}>
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
                <ProductPicture src={backend(product.image)} alt="" sizes="4rem" />
              </div>
            ),
          },
          {
            title: 'Name',
            cell: (product) => (
              <span className="font-semibold">
                <bdi>{product.name}</bdi> {product.hidden && <Badge tone="warn">Hidden</Badge>}
              </span>
            ),
          },
          { title: 'Category', wide: true, cell: (product) => product.category },
          { title: 'Price', numeric: true, cell: (product) => formatMoney(product.price) },
          { title: 'Stock', numeric: true, cell: (product) => product.stock ?? 'Unlimited' },
          {
            title: 'Actions',
            cell: (product) => (
              <div className="flex flex-col gap-1 sm:flex-row">
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Edit ${product.name}`}
                  onClick={() => setEdited(product)}
                >
                  Edit
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
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
