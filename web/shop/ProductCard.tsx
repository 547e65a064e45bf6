import { t } from '@lingui/core/macro';
import { Check, ShoppingBag } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link } from 'react-router';
import { MAX_QUANTITY } from '#contract/shop/shop.ts';
import type { Product, Variant } from '#contract/shop/shop.ts';
import { useConfig } from '#web/app/config.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { classes } from '#web/ui/classes.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { chosenVariant } from './guest-lines.ts';
import { useCart } from './shop.queries.ts';
import { swatchesOf } from './swatches.ts';
import { priceOf } from './price-of.ts';
import { titleOf } from './variants.ts';
import { SwatchMark } from './VariantPicker.tsx';

/** One pair in the collection: picture first, price and action always in the same place. */
export function ProductCard({ product, eager = false }: { product: Product; eager?: boolean }) {
  return (
    <article className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface transition-shadow duration-150 hover:shadow-card">
      <div className="relative aspect-[4/3] overflow-hidden bg-accent-soft">
        <ProductPicture
          src={backend(product.image)}
          alt=""
          sizes="(min-width: 900px) 25rem, 100vw"
          eager={eager}
          className="transition-transform duration-200 group-hover:scale-[1.03]"
        />
        <Badge className="absolute top-3 start-3 bg-surface/85">
          <CategoryName of="products" name={product.category} />
        </Badge>
      </div>
      <div className="flex flex-1 flex-col gap-1.5 p-5">
        <h2 dir="auto" className="text-lg font-semibold">
          <Link to={paths.product(product.id)} className="stretched after:rounded-card">
            {product.name}
          </Link>
        </h2>
        <p dir="auto" className="line-clamp-2 text-sm text-ink-soft">
          {product.description}
        </p>
        <FirstOption product={product} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-3">
          <span className="numbers text-xl font-bold">{priceOf(product)}</span>
          <AddToCart product={product} />
        </div>
      </div>
    </article>
  );
}

const MAX_SWATCHES = 5;

/** The values of the first option. */
function FirstOption({ product }: { product: Product }) {
  const swatches = swatchesOf(product, 0);
  const more = swatches.length - MAX_SWATCHES;
  if (swatches.length < 2) return null;
  return (
    <ul
      aria-label={product.options[0]?.name}
      className="mt-1 flex flex-wrap items-center gap-1.5 text-xs font-semibold text-ink-soft"
    >
      {swatches.slice(0, MAX_SWATCHES).map((swatch) => {
        const { value, picture, colour } = swatch;
        return picture || colour ? (
          <li key={value} title={value}>
            <SwatchMark swatch={swatch} className={picture ? 'h-6 w-8 rounded-sm' : 'size-5'} />
            <span className="sr-only">{value}</span>
          </li>
        ) : (
          <li
            key={value}
            dir="auto"
            className="max-w-24 truncate rounded-pill border border-line px-2 py-0.5"
          >
            {value}
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <span aria-hidden="true">{`+${more}`}</span>
          <span className="sr-only">{t`${more} more`}</span>
        </li>
      )}
    </ul>
  );
}

const CONFIRMATION_MS = 1800;

type SmallCart = ComponentType<{ product: Product; variant: Variant | undefined; onClose: () => void }>;
const loadSmallCart = async (): Promise<SmallCart> => (await import('./SmallCart.tsx')).SmallCart;

/**
 * Opens the small cart each time a product is added; until its code is loaded, the button's confirmation is
 * enough.
 */
function useSmallCart(
  product: Product,
  variant: Variant | undefined,
): { show(): void; shown: React.ReactNode } {
  const [state, setState] = useState<{ SmallCart: SmallCart; time: number } | null>(null);
  const close = (time: number): void => setState((now) => (now?.time === time ? null : now));
  return {
    show: () =>
      void loadSmallCart().then(
        (SmallCart) => setState((now) => ({ SmallCart, time: (now?.time ?? 0) + 1 })),
        () => {},
      ),
    shown: state && (
      <state.SmallCart
        key={state.time}
        product={product}
        variant={variant}
        onClose={() => close(state.time)}
      />
    ),
  };
}

/** Adds a variant: the one of this id, else the first in stock. */
export function AddToCart({
  product,
  variantId,
  quantity = 1,
  size = 'md',
  wide = false,
}: {
  product: Product;
  variantId?: number;
  quantity?: number;
  size?: 'sm' | 'md' | 'lg';
  /** As wide as there is room. */
  wide?: boolean;
}) {
  const { add, lines } = useCart();
  const variant = chosenVariant(product, variantId);
  const smallCart = useSmallCart(product, variant);
  const [state, setState] = useState<'idle' | 'pending' | 'added'>('idle');
  useEffect(() => {
    if (state !== 'added') return;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const { payments } = useConfig();
  const soldOut = variant ? !variant.inStock : product.stock === 0;
  const put = async (): Promise<void> => {
    const there = lines?.find((line) => line.variantId === variant?.id)?.quantity ?? 0;
    if (there + quantity > MAX_QUANTITY)
      toast(t`You can order up to ${MAX_QUANTITY} of ${titleOf(product, variant)}`, {
        text:
          there < MAX_QUANTITY ? t`Your cart now has the maximum.` : t`Your cart already has the maximum.`,
      });
    if (there >= MAX_QUANTITY) return;
    setState('pending');
    try {
      await add(product, quantity, { variantId: variant?.id });
      setState('added');
      smallCart.show();
    } catch {
      setState('idle');
    }
  };
  // no payments, no buy button
  if (payments === 'off') return null;
  return (
    <div className={classes('relative z-10', wide && 'min-w-0 grow sm:w-full')}>
      <Button
        variant="primary"
        size={size}
        className={wide ? 'w-full' : undefined}
        pending={state === 'pending'}
        disabled={soldOut}
        onClick={() => void put()}
      >
        {state === 'added' ? <Check aria-hidden="true" /> : <ShoppingBag aria-hidden="true" />}
        {/* the confirmation is drawn over the label: the button's name stays, in case it is pressed again */}
        <span className="relative" data-confirmation={state === 'added' ? t`Added` : undefined}>
          {soldOut ? t`Sold out` : t`Add to Cart`}
        </span>
      </Button>
      <span role="status" className="sr-only">
        {state === 'added' ? t`${titleOf(product, variant)} added` : ''}
      </span>
      {smallCart.shown}
    </div>
  );
}

export function ProductCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <Skeleton className="aspect-[4/3]" />
      <div className="flex flex-col gap-2 p-5">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="mt-3 h-11 w-full" />
      </div>
    </div>
  );
}
