import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { formatDay } from '#web/ui/days.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { StatusBadge } from './OrderItems.tsx';
import { useOrder } from './orders.queries.ts';

/** A guest's orders in this browser, which stores their keys. */
export function GuestOrders({ ids }: { ids: number[] }) {
  return (
    <Card title={t`Order History`}>
      <p className="mb-2 text-ink-soft">{t`Guest orders placed in this browser.`}</p>
      <ul className="divide-y divide-line">
        {ids.map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>
    </Card>
  );
}

/** An order that can't be opened any more is skipped. */
function Row({ id }: { id: number }) {
  const { data: order } = useOrder(id);
  if (!order) return null;
  return (
    <li>
      <Link
        to={paths.orderConfirmation(id)}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control py-3 hover:bg-raised"
      >
        <span className="font-semibold">{t`Order #${id}`}</span>
        <StatusBadge status={order.status} />
        <span className="ms-auto text-sm text-ink-soft">{formatDay(order.createdAt)}</span>
        <span className="numbers font-semibold">{formatMoney(order.totalAmount, order.currency)}</span>
      </Link>
    </li>
  );
}
