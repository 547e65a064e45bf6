import { t } from '@lingui/core/macro';
import { Suspense, lazy } from 'react';
import type { Product } from '#contract/shop/shop.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { Link } from 'react-router';
import { useNamedProduct } from './products.queries.ts';
import { priceOf } from './price-of.ts';

const AddToCart = lazy(async () => ({ default: (await import('./ProductCard.tsx')).AddToCart }));

/** The product named in a video's text, for purchase without leaving the video. */
export function NamedProduct({ name }: { name: string }) {
  const product = useNamedProduct(name);
  return product ? <ProductRow product={product} /> : null;
}

function ProductRow({ product }: { product: Product }) {
  const hydrated = useHydrated();
  // the size of the button that replaces it
  const placeholder = <span className="h-9 w-32" />;
  return (
    <section
      aria-label={t`Featured in this video`}
      className="relative flex min-h-16 max-w-lg flex-wrap items-center gap-2.5 rounded-card border border-line bg-surface p-2"
    >
      <div className="size-16 shrink-0 overflow-hidden rounded-control bg-accent-soft">
        <ProductPicture src={backend(product.image)} alt="" sizes="4rem" />
      </div>
      <div className="min-w-24 flex-1">
        <p dir="auto" className="truncate font-semibold">
          <Link to={paths.product(product.id)} className="stretched after:rounded-card">
            {product.name}
          </Link>
        </p>
        <p className="numbers text-sm text-ink-soft">{priceOf(product)}</p>
      </div>
      {hydrated ? (
        <Suspense fallback={placeholder}>
          <AddToCart product={product} size="sm" />
        </Suspense>
      ) : (
        placeholder
      )}
    </section>
  );
}
