import type { OrderItem, OrderStatus } from '#contract/orders/orders.ts';
import { orderStatusLabels } from '#web/app/i18n/status-labels.ts';
import { backend } from '#web/app/client/backend.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { formatMoney } from '#web/app/i18n/money.ts';

const TONES: Record<OrderStatus, BadgeTone> = {
  PENDING: 'pending',
  PAID: 'paid',
  PROCESSING: 'processing',
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{orderStatusLabels()[status]}</Badge>;
}

/** The order's items, with line totals. */
export function OrderItems({
  items,
  currency,
  small = false,
}: {
  items: OrderItem[];
  currency: string;
  small?: boolean;
}) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li
          key={item.lineId}
          className="flex break-inside-avoid items-center gap-4 py-3 first:pt-0 last:pb-0"
        >
          <div
            className={`shrink-0 overflow-hidden rounded-control bg-accent-soft ${small ? 'h-12 w-16' : 'h-18 w-24'}`}
          >
            <ProductPicture src={backend(item.image)} alt={item.productName} sizes="8rem" eager />
          </div>
          <div className="min-w-0 flex-1">
            <p dir="auto" className="font-semibold break-words">
              {item.productName}
            </p>
            {item.variant && (
              <p dir="auto" className="text-sm font-semibold break-words">
                {item.variant}
              </p>
            )}
            {!small && (
              <p dir="auto" className="line-clamp-2 text-sm text-ink-soft">
                {item.description}
              </p>
            )}
            <p className="numbers text-sm text-ink-soft">
              {`${formatMoney(item.price, currency)} × ${item.quantity}`}
            </p>
          </div>
          <p className="numbers font-semibold">
            {formatMoney((Math.round(item.price * 100) * item.quantity) / 100, currency)}
          </p>
        </li>
      ))}
    </ul>
  );
}
