import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { formatDay } from '#web/ui/days.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { StatusBadge } from './OrderItems.tsx';
import { useMyOrders } from './orders.queries.ts';

/** The signed-in person's orders, newest first; for the profile page. */
export function OrderHistory() {
  const list = useMyOrders();
  const { data, error, isPending, refetch } = list;
  const orders = data ?? [];
  const { shopOffered } = useConfig();
  // buyers can always see their orders, even without a shop
  if (!shopOffered && orders.length === 0) return null;
  return (
    <Card
      title={t`Order History`}
      empty={
        data &&
        orders.length === 0 && (
          <>
            {t`No orders yet.`}{' '}
            {shopOffered && (
              <Link to={paths.shop()} className="font-semibold text-accent-text underline">
                {t`Visit the shop`}
              </Link>
            )}
          </>
        )
      }
    >
      {isPending && <Skeleton className="h-20" />}
      {error && !data && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-ink-soft">
          <span>{t`Couldn’t load your orders.`}</span>
          <Button size="sm" onClick={() => void refetch()}>
            {t`Try Again`}
          </Button>
        </p>
      )}
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id}>
            <Link
              to={paths.orderConfirmation(order.id)}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control py-3 hover:bg-raised"
            >
              <span className="font-semibold">{t`Order #${order.id}`}</span>
              <StatusBadge status={order.status} />
              <span className="min-w-0 flex-1 basis-full truncate text-sm text-ink-soft sm:basis-0">
                {order.items
                  .map(
                    (item) =>
                      `${item.quantity} × ${item.productName}${item.variant ? ` (${item.variant})` : ''}`,
                  )
                  .join(', ')}
              </span>
              <span className="text-sm text-ink-soft">{formatDay(order.createdAt)}</span>
              <span className="numbers font-semibold max-sm:ms-auto">
                {formatMoney(order.totalAmount, order.currency)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore className="mt-4" list={list}>
        {t`Show older orders`}
      </LoadMore>
    </Card>
  );
}
