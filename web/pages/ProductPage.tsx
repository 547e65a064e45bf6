import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { ArrowLeft, Truck, Undo2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { OwnerText, ShippingText } from '#web/app/i18n/OwnerText.tsx';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link, useParams } from 'react-router';
import { MAX_QUANTITY } from '#contract/shop/shop.ts';
import type { Product } from '#contract/shop/shop.ts';
import { ApiError } from '#web/app/client/call.ts';
import { useConfig } from '#web/app/config.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { useCanBuy } from '#web/shop/can-buy.ts';
import { AddToCart } from '#web/shop/ProductCard.tsx';
import { Quantity } from '#web/shop/Quantity.tsx';
import { ShippingTerms } from '#web/shop/ShippingTerms.tsx';
import {
  preloadProduct,
  preloadProducts,
  productQuery,
  useProduct,
  useProducts,
} from '#web/shop/products.queries.ts';
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
          <Suspense>{hydrated && <SeenIn name={data.name} />}</Suspense>
          <OtherPairs than={data.id} />
        </>
      ) : (
        <Skeleton className="aspect-[4/3] max-w-2xl rounded-card" />
      )}
    </div>
  );
}

function Details({ product }: { product: Product }) {
  const pictures = product.images;
  const [shown, setShown] = useState(0);
  const [quantity, setQuantity] = useState(1);
  const { payments } = useConfig();
  const canBuy = useCanBuy();
  return (
    <article className="grid grid-cols-1 gap-8 lg:grid-cols-[3fr_2fr] lg:gap-14 short:sm:grid-cols-2">
      <div className="min-w-0">
        <div className="aspect-[4/3] overflow-hidden rounded-card bg-accent-soft">
          <ProductPicture
            key={pictures[shown]}
            src={backend(pictures[shown])}
            alt={
              product.imageAlts[shown] ??
              t`${product.name}, view ${shown + 1} of ${Math.max(1, pictures.length)}`
            }
            eager
          />
        </div>
        {pictures.length > 1 && (
          <div role="group" aria-label={t`Views`} className="mt-3 flex gap-3">
            {pictures.map((picture, index) => (
              <button
                key={picture}
                type="button"
                aria-pressed={index === shown}
                aria-label={t`View ${index + 1}`}
                onClick={() => setShown(index)}
                className="aspect-[4/3] w-24 overflow-hidden rounded-control border-2 border-line bg-accent-soft transition-colors hover:border-edge aria-pressed:border-accent"
              >
                <ProductPicture src={backend(picture)} alt="" sizes="6rem" />
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-4 self-start lg:sticky lg:top-20 short:gap-2.5">
        <Badge>
          <CategoryName of="products" name={product.category} />
        </Badge>
        <h1 dir="auto" className="max-w-full text-3xl">
          {product.name}
        </h1>
        <p className="numbers text-2xl font-bold">{formatMoney(product.price)}</p>
        <p dir="auto" className="prose-width text-lg text-ink-soft [overflow-wrap:anywhere] short:text-base">
          {product.description}
        </p>
        {product.stock !== null && product.stock > 0 && product.stock <= 5 && (
          <p className="font-semibold text-warn">{t`Only ${product.stock} left`}</p>
        )}
        {payments !== 'off' && (
          // on phones at the lower edge, where the thumb is
          <div className="flex items-center gap-3 sm:w-full sm:flex-col sm:items-start max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--tabs,0px) max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-paper/90 max-sm:px-4 max-sm:py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:backdrop-blur-lg">
            {product.stock !== 0 && (
              <div className="flex items-center gap-3">
                <span aria-hidden="true" className="text-sm font-semibold max-sm:hidden">
                  {t`Quantity`}
                </span>
                <Quantity
                  name={product.name}
                  value={quantity}
                  min={1}
                  max={Math.min(MAX_QUANTITY, product.stock ?? MAX_QUANTITY)}
                  onChange={setQuantity}
                />
              </div>
            )}
            <AddToCart product={product} quantity={quantity} size="lg" wide />
          </div>
        )}
        {canBuy && <Sending />}
        <Returns />
        <Facts product={product} />
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

function Facts({ product: { fit, lens, care } }: { product: Product }) {
  const all: [name: string, text: string | null][] = [
    [t`Fit`, fit],
    [t`Lenses`, lens],
    [t`Care`, care],
  ];
  const facts = all.filter(([, text]) => text);
  if (!facts.length) return null;
  return (
    <dl className="w-full divide-y divide-line border-y border-line">
      {facts.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[minmax(5rem,auto)_1fr] gap-x-4 py-3 text-sm">
          <dt className="font-semibold">{name}</dt>
          <dd dir="auto" className="whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">
            {text}
          </dd>
        </div>
      ))}
    </dl>
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
              <span className="numbers">{formatMoney(product.price)}</span>
            </p>
          </Link>
        ))}
      </div>
    </section>
  );
}
