import { plural, t } from '@lingui/core/macro';
import type { AdminProduct, AdminVariant } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { formatCount } from '#web/ui/format.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';

const isLow = ({ stock, lowStockAt }: AdminVariant): boolean => stock !== null && stock <= lowStockAt;

const Mark = ({ soldOut, low }: { soldOut: boolean; low: boolean }) =>
  soldOut ? <Badge tone="bad">{t`Sold out`}</Badge> : low && <Badge tone="warn">{t`Low`}</Badge>;

const amount = (stock: number | null): string => (stock === null ? t`Unlimited` : formatCount(stock));

/** How many there are of a product, and whether any of its variants runs low. */
export function ProductStock({ product: { stock, variants } }: { product: AdminProduct }) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <Mark soldOut={stock === 0} low={variants.some(isLow)} /> <span>{amount(stock)}</span>
    </span>
  );
}

/** The stock of each variant, once opened; nothing for a product without options. */
export function VariantStock({ product: { options, variants } }: { product: AdminProduct }) {
  if (options.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer py-1 text-ink-soft">
        {plural(variants.length, { one: '# variant', other: '# variants' })}
      </summary>
      <ul className="mt-1 flex flex-col gap-1.5">
        {variants.map((variant) => (
          <li key={variant.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="min-w-24">{nameVariant(variant.options)}</bdi>
            <span className="numbers text-ink-soft">{amount(variant.stock)}</span>
            <Mark soldOut={!variant.inStock} low={isLow(variant)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
