import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { CartLine } from '#contract/shop/shop.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { formatMoney } from '#web/app/i18n/money.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { Quantity } from './Quantity.tsx';
import type { Cart } from './shop.queries.ts';

export function CartLines({ lines, cart, locked }: { lines: CartLine[]; cart: Cart; locked: boolean }) {
  return (
    <ul
      aria-label={t`Items in your cart`}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {lines.map((line) => (
        <Line key={line.variantId} line={line} cart={cart} locked={locked} />
      ))}
    </ul>
  );
}

function Line({ line, cart, locked }: { line: CartLine; cart: Cart; locked: boolean }) {
  const nameId = useId();
  return (
    <li className="grid grid-cols-[5.5rem_1fr] gap-4 p-4 sm:grid-cols-[8rem_1fr_auto] sm:p-5">
      <div className="aspect-[4/3] self-start overflow-hidden rounded-control bg-accent-soft">
        <ProductPicture src={backend(line.image)} alt={line.productName} sizes="8rem" eager />
      </div>
      <div className="min-w-0">
        <h2 dir="auto" id={nameId} className="text-lg font-semibold wrap-anywhere">
          <Link
            to={paths.product(line.productId, line.variant === null ? undefined : line.variantId)}
            className="inline-block py-0.5 hover:underline"
          >
            {line.productName}
          </Link>
        </h2>
        {line.variant && (
          <p dir="auto" className="text-sm font-semibold">
            {line.variant}
          </p>
        )}
        <p dir="auto" className="line-clamp-2 text-sm text-ink-soft">
          {line.description}
        </p>
        <p className="numbers mt-1.5 font-semibold">{formatMoney(line.price)}</p>
        <Notes line={line} />
      </div>
      <div className="col-span-2 flex items-center justify-between gap-2 sm:col-span-1 sm:flex-col sm:items-end">
        <Quantity
          name={line.productName}
          value={line.quantity}
          locked={locked}
          onChange={(quantity) => (quantity > 0 ? cart.setQuantity(line, quantity) : cart.remove(line))}
        />
        <Button
          variant="quiet"
          size="sm"
          aria-describedby={nameId}
          disabled={locked}
          onClick={() => cart.remove(line)}
        >
          {t`Remove`}
        </Button>
      </div>
    </li>
  );
}

/** Notes before paying: the price changed since it was added, or stock is low. */
function Notes({ line }: { line: CartLine }) {
  const { stock } = line;
  const price = formatMoney(line.price);
  const before = line.addedPrice !== null && formatMoney(line.addedPrice);
  const notes = [
    before !== false && t`The price has changed from ${before} to ${price} since you added it.`,
    stock === 0 && t`Sold out. Remove it to check out.`,
    stock !== null && stock > 0 && stock < line.quantity && t`Only ${stock} left.`,
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" /> <span>{note}</span>
    </p>
  ));
}
