import { t } from '@lingui/core/macro';
import { History, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminProduct } from '#contract/shop/shop.ts';
import { useAddressSearch } from '#web/app/address-search.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { ApiError } from '#web/app/client/call.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { backend } from '#web/app/client/backend.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ProductDialog } from './ProductDialog.tsx';
import { useAllProducts, useSaveProduct } from './shop.queries.ts';
import { StockHistory } from './StockHistory.tsx';
import { priceOf } from './price-of.ts';
import { ProductStock, VariantStock } from './VariantStock.tsx';

/** The catalogue, or the history of its stock: `?view=stock`. */
export function ProductsTab() {
  const [search, setSearch] = useAddressSearch();
  const show = (view?: 'stock') => setSearch(() => ({ tab: 'products', ...(view && { view }) }));
  if (search.get('view') === 'stock') return <StockHistory onClose={() => show()} />;
  return <ProductList onHistory={() => show('stock')} />;
}

/** The catalogue for admins: add, edit, hide, price, stock, pictures. */
function ProductList({ onHistory }: { onHistory: () => void }) {
  const { data, error, refetch } = useAllProducts();
  const save = useSaveProduct();
  const [edited, setEdited] = useState<AdminProduct | 'new' | null>(null);
  const toggle = async (product: AdminProduct): Promise<void> => {
    try {
      await save.mutateAsync({
        ...product,
        hidden: !product.hidden,
        variants: product.variants.map((variant) => ({ ...variant, stockBefore: variant.stock })),
      });
    } catch (failure) {
      toast(t`Couldn’t update the product`, {
        kind: 'bad',
        text: failure instanceof ApiError ? failure.message : undefined,
      });
    }
  };
  if (error && !data)
    return <ErrorState title={t`Couldn’t load the products`} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 rounded-card" />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" /> {t`Add product`}
        </Button>
        <Button variant="quiet" onClick={onHistory}>
          <History aria-hidden="true" /> {t`Stock history`}
        </Button>
      </div>
      <DataTable
        caption={t`Products`}
        rows={data}
        keyOf={(product) => product.id}
        columns={[
          {
            title: t`Name`,
            cell: (product) => (
              <div className="flex items-start gap-3 md:items-center">
                <div className="h-12 w-14 shrink-0 overflow-hidden rounded-control md:w-16">
                  <ProductPicture src={backend(product.image)} alt="" sizes="4rem" />
                </div>
                <div className="min-w-0">
                  <span className="font-semibold">
                    <bdi>{product.name}</bdi> {product.hidden && <Badge tone="warn">{t`Hidden`}</Badge>}
                  </span>
                  <p className="numbers mt-0.5 flex flex-wrap items-center gap-x-2 text-ink-soft md:hidden">
                    <span>{priceOf(product)}</span>
                    <span>
                      {t`Stock`} <ProductStock product={product} />
                    </span>
                  </p>
                  <VariantStock product={product} />
                </div>
              </div>
            ),
          },
          {
            title: t`Category`,
            wide: true,
            cell: (product) => <CategoryName of="products" name={product.category} />,
          },
          { title: t`Price`, numeric: true, wide: true, cell: priceOf },
          {
            title: t`Stock`,
            numeric: true,
            wide: true,
            cell: (product) => <ProductStock product={product} />,
          },
          {
            title: t`Actions`,
            cell: (product) => (
              <div className="flex gap-1">
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={t`Edit ${product.name}`}
                  onClick={() => setEdited(product)}
                >
                  {t`Edit`}
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={product.hidden ? t`Show ${product.name}` : t`Hide ${product.name}`}
                  onClick={() => void toggle(product)}
                >
                  {product.hidden ? t`Show` : t`Hide`}
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
