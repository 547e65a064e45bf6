import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { ArrowLeft, Truck, Undo2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { OwnerText, ShippingText } from '#web/app/i18n/OwnerText.tsx';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link, useParams } from 'react-router';
import { MAX_QUANTITY } from '#contract/shop/shop.ts';
import type { Product, Variant } from '#contract/shop/shop.ts';
import { ApiError } from '#web/app/client/call.ts';
import { useAddressSearch } from '#web/app/address-search.ts';
import { useConfig } from '#web/app/config.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { useCanBuy } from '#web/shop/can-buy.ts';
import { chosenVariant } from '#web/shop/guest-lines.ts';
import { AddToCart } from '#web/shop/ProductCard.tsx';
import { ProductFacts } from '#web/shop/ProductFacts.tsx';
import { ProductGallery } from '#web/shop/ProductGallery.tsx';
import { Quantity } from '#web/shop/Quantity.tsx';
import { ShippingTerms } from '#web/shop/ShippingTerms.tsx';
import {
  preloadProduct,
  preloadProducts,
  productQuery,
  useProduct,
  useProducts,
} from '#web/shop/products.queries.ts';
import { priceOf } from '#web/shop/price-of.ts';
import { picturesOf } from '#web/shop/variants.ts';
import { VariantPicker } from '#web/shop/VariantPicker.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { formatMoney } from '#web/app/i18n/money.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { findIn, idIn, type Head, type Loader } from '#web/app/page.ts';
import { headOfProduct } from './head/heads.ts';

const SeenIn = lazy(async () => ({ default: (await import('#web/shop/SeenIn.tsx')).SeenIn }));

export const loader: Loader = async ({ client, params }) => {
  const id = idIn(params['id']);
  if (id !== null) await Promise.all([preloadProduct(client, id), preloadProducts(client)]);
};

export const head: Head = ({ client, params }) => {
  const id = idIn(params['id']);
  const product = id === null ? null : findIn(client, productQuery(id));
  return product ? headOfProduct(product) : { title: t`Shop`, isMissing: product === null };
};

export function ProductPage() {
  const id = idIn(useParams()['id']);
  const { data, error, refetch } = useProduct(id);
  const hydrated = useHydrated();
  if (id === null || data === null || (error instanceof ApiError && error.status === 404)) {
    return (
      <EmptyState
        whole
        title={t`This pair isn’t in the shop`}
        text={t`It may be permanently sold out.`}
        action={<ButtonLink to={paths.shop()}>{t`Back to the shop`}</ButtonLink>}
      />
    );
  }
  if (error && !data)
    return <ErrorState whole title={t`Couldn’t load this pair`} onRetry={() => void refetch()} />;
  return (
    <div className="buy-page wrap pt-6 pb-24 sm:pb-16">
      <Link
        to={paths.shop()}
        className="touch-target mb-5 inline-flex items-center gap-1.5 py-1 text-sm font-semibold text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" /> {t`All sunglasses`}
      </Link>
      {data ? (
        <>
          <Details key={data.id} product={data} />
          <Suspense>{hydrated && <SeenIn productId={data.id} />}</Suspense>
          <OtherPairs than={data.id} />
        </>
      ) : (
        <Skeleton className="aspect-[4/3] max-w-2xl rounded-card" />
      )}
    </div>
  );
}

/** The variant that is chosen: at first the address's, else the first in stock. */
function useChosenVariant(product: Product): [Variant | undefined, (variant: Variant) => void] {
  const [search, setSearch] = useAddressSearch();
  const [chosen, setChosen] = useState<number | null>(null);
  // the page is written for everybody, whatever the address asks for
  const named = useHydrated() ? Number(search.get('variant')) : undefined;
  const choose = ({ id }: Variant): void => {
    setChosen(id);
    setSearch((now) => ({ ...Object.fromEntries(now), variant: String(id) }), { replace: true });
  };
  return [chosenVariant(product, chosen ?? named), choose];
}

function Details({ product }: { product: Product }) {
  const [variant, choose] = useChosenVariant(product);
  const [quantity, setQuantity] = useState(1);
  const { payments } = useConfig();
  const canBuy = useCanBuy();
  const pictures = picturesOf(product, variant);
  // how many are left is known of a product without options
  const stock = product.variants.length > 1 ? null : product.stock;
  return (
    <article className="grid grid-cols-1 gap-8 lg:grid-cols-[3fr_2fr] lg:gap-14 short:sm:grid-cols-2">
      <ProductGallery key={pictures[0]} product={product} pictures={pictures} />
      <div className="flex min-w-0 flex-col items-start gap-4 self-start lg:sticky lg:top-20 short:gap-2.5">
        <Badge>
          <CategoryName of="products" name={product.category} />
        </Badge>
        <h1 dir="auto" className="max-w-full text-3xl">
          {product.name}
        </h1>
        <p aria-live="polite" className="numbers text-2xl font-bold">
          {formatMoney(variant?.price ?? product.price)}
        </p>
        {variant && <VariantPicker product={product} variant={variant} onChange={choose} />}
        <p dir="auto" className="prose-width text-lg text-ink-soft [overflow-wrap:anywhere] short:text-base">
          {product.description}
        </p>
        {stock !== null && stock > 0 && stock <= 5 && (
          <p className="font-semibold text-warn">{t`Only ${stock} left`}</p>
        )}
        {payments !== 'off' && (
          // on phones at the lower edge, where the thumb is
          <div className="flex items-center gap-3 sm:w-full sm:flex-col sm:items-start max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--tabs,0px) max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-paper/90 max-sm:px-4 max-sm:py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:backdrop-blur-lg">
            {variant?.inStock && (
              <div className="flex items-center gap-3">
                <span aria-hidden="true" className="text-sm font-semibold max-sm:hidden">
                  {t`Quantity`}
                </span>
                <Quantity
                  name={product.name}
                  value={quantity}
                  min={1}
                  max={Math.min(MAX_QUANTITY, stock ?? MAX_QUANTITY)}
                  onChange={setQuantity}
                />
              </div>
            )}
            <AddToCart product={product} variantId={variant?.id} quantity={quantity} size="lg" wide />
          </div>
        )}
        {canBuy && <Sending />}
        <Returns />
        <ProductFacts product={product} />
      </div>
    </article>
  );
}

/** Shipping costs, delivery time, and the owner's text about them. */
function Sending() {
  const { shipping, shippingZones, zoneDays, freeShippingWords: freeShippingText } = useConfig();
  return (
    <div className="flex max-w-full gap-2 text-sm text-ink-soft">
      <Truck aria-hidden="true" className="size-4.5 shrink-0" />
      <div className="min-w-0 break-words">
        <p>
          {zoneDays ? (
            <Trans>
              <ShippingTerms />.
            </Trans>
          ) : shipping?.price || shippingZones || freeShippingText ? (
            <Trans>
              <ShippingTerms />. Delivered in 3-5 business days.
            </Trans>
          ) : (
            t`Free shipping, delivered in 3-5 business days.`
          )}
        </p>
        {shipping?.words && (
          <p className="mt-1">
            <ShippingText />
          </p>
        )}
      </div>
    </div>
  );
}

/** The owner's text on returns. */
function Returns() {
  const { returnWords: returnText } = useConfig();
  return (
    returnText && (
      <p className="prose-width flex gap-2 text-sm whitespace-pre-line text-ink-soft">
        <Undo2 aria-hidden="true" className="size-4.5 shrink-0" /> <OwnerText of="returnWords" />
      </p>
    )
  );
}

const OTHERS = 3;

function OtherPairs({ than }: { than: number }) {
  const { data } = useProducts();
  const others = data?.filter((product) => product.id !== than).slice(0, OTHERS) ?? [];
  if (!others.length) return null;
  return (
    <section aria-labelledby="other-pairs" className="mt-14">
      <h2 id="other-pairs" className="mb-5 text-2xl">
        {t`More from the shop`}
      </h2>
      <div className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-3">
        {others.map((product) => (
          <Link key={product.id} to={paths.product(product.id)} className="group min-w-0">
            <div className="aspect-[4/3] overflow-hidden rounded-card bg-accent-soft">
              <ProductPicture
                src={backend(product.image)}
                alt=""
                sizes="(min-width: 900px) 25rem, 100vw"
                className="transition-transform duration-200 group-hover:scale-[1.03]"
              />
            </div>
            <p className="mt-2.5 flex flex-wrap justify-between gap-x-4 font-semibold">
              <span dir="auto" className="min-w-0 break-words group-hover:underline">
                {product.name}
              </span>
              <span className="numbers">{priceOf(product)}</span>
            </p>
          </Link>
        ))}
      </div>
    </section>
  );
}
