import { plural, t } from '@lingui/core/macro';
import { Check, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Product, Variant } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { useConfig } from '#web/app/config.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { DRAWN, drawn } from '#web/ui/drawn.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { useCart } from './shop.queries.ts';
import { picturesOf } from './variants.ts';

/** Who scrolls on has seen it. */
const SCROLLED_ON_PX = 120;

/**
 * The product just added, and the next steps. The focus doesn't move; Escape, a press elsewhere or scrolling
 * closes it. Mount it to open.
 */
export function SmallCart({
  product,
  variant,
  onClose,
}: {
  product: Product;
  variant: Variant | undefined;
  onClose: () => void;
}) {
  const ref = useRef<HTMLElement>(null);
  const { shopOpen } = useConfig();
  const lines = useCart().lines ?? [];
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  const cents = lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0);
  const quantity = lines.find(({ variantId }) => variantId === variant?.id)?.quantity ?? 1;
  const options = variant && nameVariant(variant.options);
  const [picture = null] = picturesOf(product, variant);
  const onClosed = useEffectEvent(onClose);
  useEffect(() => {
    const popover = ref.current;
    const shownAt = scrollY;
    const onToggle = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') onClosed();
    };
    const onScroll = (): void => {
      if (Math.abs(scrollY - shownAt) > SCROLLED_ON_PX) popover?.hidePopover();
    };
    popover?.addEventListener('toggle', onToggle);
    popover?.showPopover();
    document.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      popover?.removeEventListener('toggle', onToggle);
      document.removeEventListener('scroll', onScroll);
    };
  }, []);
  return (
    <section
      ref={ref}
      popover="auto"
      aria-label={t`Added to your cart`}
      className="small-cart animate-rise rounded-card border border-line bg-surface p-4 text-start text-base font-normal text-ink shadow-float"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="flex items-center gap-2 text-sm font-semibold text-ok">
          <Check aria-hidden="true" className="size-4.5" /> {t`Added to your cart`}
        </p>
        <IconButton small label={t`Close`} className="-mt-1.5 -me-1.5" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="mt-2 flex items-center gap-4">
        <div className="aspect-[4/3] w-22 shrink-0 overflow-hidden rounded-control bg-accent-soft">
          <ProductPicture src={backend(picture)} alt={product.name} sizes="6rem" eager />
        </div>
        {/* decorative: the page already has both */}
        <p className="min-w-0 flex-1">
          <span
            className={`line-clamp-2 font-semibold break-words ${DRAWN}`}
            {...drawn(product.name)}
            dir="auto"
          />
          {options && (
            <span
              className={`line-clamp-2 text-sm font-semibold break-words ${DRAWN}`}
              {...drawn(options)}
              dir="auto"
            />
          )}
          <span
            className={`numbers text-sm text-ink-soft ${DRAWN}`}
            {...drawn(`${quantity} × ${formatMoney(variant?.price ?? product.price)}`)}
          />
        </p>
      </div>
      <p className="numbers mt-3 flex justify-between gap-4 border-t border-line pt-3 text-sm">
        <span className="text-ink-soft">{plural(count, { one: '# item', other: '# items' })}</span>
        <span className={`font-bold ${DRAWN}`} {...drawn(formatMoney(cents / 100))} />
      </p>
      <div className="mt-3 grid auto-cols-fr grid-flow-col gap-2">
        <ButtonLink to={paths.cart()}>{t`View cart`}</ButtonLink>
        {shopOpen && (
          <ButtonLink variant="primary" to={{ pathname: paths.cart(), search: '?checkout=1' }}>
            {t`Checkout`}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
