import { t } from '@lingui/core/macro';
import type { Product } from '#contract/shop/shop.ts';

/** How it fits, its lenses and care, and whom it comes from. */
export function ProductFacts({ product: { fit, lens, care, productSafety } }: { product: Product }) {
  const { manufacturer, address, email, euResponsible } = productSafety ?? {};
  const maker = [manufacturer, address, email].filter(Boolean).join('\n');
  const all: [name: string, text: string | null | undefined][] = [
    [t`Fit`, fit],
    [t`Lenses`, lens],
    [t`Care`, care],
    [t`Manufacturer`, maker],
    [t`EU responsible person`, euResponsible],
  ];
  const facts = all.filter(([, text]) => text);
  if (!facts.length) return null;
  return (
    <dl className="grid w-full grid-cols-[fit-content(9rem)_1fr] gap-x-4 divide-y divide-line border-y border-line">
      {facts.map(([name, text]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid py-3 text-sm">
          <dt className="font-semibold">{name}</dt>
          <dd dir="auto" className="whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
