import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { ProductOption } from '#contract/shop/product-input.ts';
import type { Product, Variant } from '#contract/shop/shop.ts';
import { backend } from '#web/app/client/backend.ts';
import { classes } from '#web/ui/classes.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { swatchesOf, type Swatch } from './swatches.ts';
import { variantWith } from './variants.ts';

interface Choice {
  product: Product;
  variant: Variant;
  onChange: (variant: Variant) => void;
}

/** A choice for each option. What is sold out can be chosen, too: its price is shown. */
export function VariantPicker(choice: Choice) {
  return choice.product.options.map((option, at) => (
    <OptionChoice key={option.name} option={option} at={at} {...choice} />
  ));
}

function OptionChoice({
  option,
  at,
  product,
  variant,
  onChange,
}: Choice & { option: ProductOption; at: number }) {
  const id = useId();
  const swatches = swatchesOf(product, at);
  const chosen = variant.options[at];
  return (
    <div role="radiogroup" aria-labelledby={id} className="w-full min-w-0">
      <p className="mb-2 text-sm">
        <bdi id={id} className="font-semibold">
          {option.name}
        </bdi>
        {swatches.some(isDrawn) && (
          <bdi aria-hidden="true" className="ms-2 text-ink-soft">
            {chosen}
          </bdi>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {swatches.map((swatch) => {
          const target = variantWith(product, variant, at, swatch.value);
          return (
            target && (
              <Value
                key={swatch.value}
                group={id}
                swatch={swatch}
                checked={swatch.value === chosen}
                soldOut={!target.inStock}
                onChoose={() => onChange(target)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const isDrawn = ({ picture, colour }: Swatch): boolean => Boolean(picture ?? colour);

function Value({
  group,
  swatch,
  checked,
  soldOut,
  onChoose,
}: {
  group: string;
  swatch: Swatch;
  checked: boolean;
  soldOut: boolean;
  onChoose: () => void;
}) {
  const drawn = isDrawn(swatch);
  return (
    <label
      title={drawn ? swatch.value : undefined}
      className={classes(
        'relative grid min-h-11 min-w-11 cursor-pointer place-items-center overflow-hidden border-2 border-line bg-surface text-sm font-semibold transition-colors hover:border-edge has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        swatch.picture ? 'w-16 rounded-control' : swatch.colour ? 'rounded-pill p-1' : 'rounded-pill px-4',
      )}
    >
      <input type="radio" name={group} className="sr-only" checked={checked} onChange={onChoose} />
      {drawn ? (
        <SwatchMark swatch={swatch} className={swatch.picture ? 'aspect-[4/3] w-full' : 'size-8'} />
      ) : null}
      <span
        dir="auto"
        className={drawn ? 'sr-only' : classes('wrap-anywhere', soldOut && 'text-ink-soft line-through')}
      >
        {swatch.value}
      </span>
      {soldOut && (
        <>
          <span className="sr-only">{t`Sold out`}</span>
          {drawn && <Strike />}
        </>
      )}
    </label>
  );
}

/** A value's picture or colour. No `style`: the content policy forbids it in what the server writes. */
export function SwatchMark({
  swatch: { picture, colour },
  className,
}: {
  swatch: Swatch;
  className: string;
}) {
  if (picture)
    return (
      <span className={classes('block overflow-hidden', className)}>
        <ProductPicture src={backend(picture)} alt="" sizes="4rem" />
      </span>
    );
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={classes('block text-edge', className)}>
      <circle cx="10" cy="10" r="9.25" fill={colour} stroke="currentColor" strokeWidth="0.75" />
    </svg>
  );
}

/** Struck through, on any colour. */
const Strike = () => (
  <svg
    viewBox="0 0 10 10"
    preserveAspectRatio="none"
    aria-hidden="true"
    className="pointer-events-none absolute inset-0 size-full"
  >
    {(['text-surface', 'text-ink'] as const).map((tone, at) => (
      <line
        key={tone}
        x1="0"
        y1="10"
        x2="10"
        y2="0"
        stroke="currentColor"
        strokeWidth={at ? 1.5 : 4}
        vectorEffect="non-scaling-stroke"
        className={tone}
      />
    ))}
  </svg>
);
