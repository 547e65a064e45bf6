import { t } from '@lingui/core/macro';
import { Truck } from 'lucide-react';
import { useState } from 'react';
import { OwnerText, ShippingText } from '#web/app/i18n/OwnerText.tsx';
import { useConfig } from '#web/app/config.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { ProductCard, ProductCardSkeleton } from '#web/shop/ProductCard.tsx';
import { ShippingTerms } from '#web/shop/ShippingTerms.tsx';
import { preloadProducts, useProducts } from '#web/shop/products.queries.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { EmptyState, ErrorState } from '#web/ui/lists/States.tsx';
import { CategorySelector } from '#web/videos/CategorySelector.tsx';
import type { Head, Loader } from '#web/app/page.ts';

export const loader: Loader = ({ client }) => preloadProducts(client);

export const head: Head = () => {
  const {
    shipping,
    shippingZones,
    shopHeroWords: shopHeroText,
    freeShippingWords: freeShippingText,
  } = initialData.config;
  const heroText = shopHeroText ?? t`Sunglasses in three styles.`;
  const free = freeShippingText ?? t`Free shipping on all orders.`;
  return { title: t`Shop`, description: shipping?.price || shippingZones ? heroText : `${heroText} ${free}` };
};

export function ShopPage() {
  const [category, setCategory] = useState<string | null>(null);
  const { data, error, refetch } = useProducts();
  const { productCategories, shopOpen, shopHeadline, shopHeroWords: shopHeroText, shipping } = useConfig();
  const shown = data?.filter((product) => category === null || product.category === category);
  return (
    <div className="wrap pb-16">
      <PageHeading
        title={shopHeadline === null ? t`Sunglasses Collection` : <OwnerText of="shopHeadline" />}
        text={shopHeroText === null ? t`Many faces, one sunny attitude.` : <OwnerText of="shopHeroWords" />}
        actions={
          <p className="flex items-center gap-2 rounded-pill bg-accent-soft px-4 py-2 text-sm font-semibold text-accent-text">
            <Truck aria-hidden="true" className="size-4.5" />
            <span>
              <ShippingTerms />
            </span>
          </p>
        }
      />
      {shipping?.words && (
        <p className="-mt-3 mb-6 break-words text-ink-soft">
          <ShippingText />
        </p>
      )}
      {!shopOpen && (
        <p role="status" className="mb-6 rounded-control bg-warn/14 px-4 py-3 font-semibold text-warn">
          {t`The shop is currently closed, but you can still look around.`}
        </p>
      )}
      <div className="mb-6">
        <CategorySelector
          of="products"
          categories={productCategories}
          selected={category}
          onSelect={setCategory}
        />
      </div>
      {error && !data && <ErrorState title={t`Couldn’t load the shop`} onRetry={() => void refetch()} />}
      {shown?.length === 0 && (
        <EmptyState title={t`Nothing here right now`} text={t`Take a look at our other styles.`} />
      )}
      <div className="grid grid-cols-1 gap-4 min-[44rem]:grid-cols-3 lg:gap-6">
        {shown?.map((product, index) => (
          <ProductCard key={product.id} product={product} eager={index < 3} />
        ))}
        {!data && !error && [1, 2, 3].map((key) => <ProductCardSkeleton key={key} />)}
      </div>
    </div>
  );
}
