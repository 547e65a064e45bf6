import { t } from '@lingui/core/macro';
import { History } from 'lucide-react';
import { useState } from 'react';
import { MAX_TRACKING } from '#contract/orders/orders.ts';
import { ORDER_STATES, ORDER_STATUSES } from '#contract/orders/order-states.ts';
import type { Order, OrderStatus } from '#contract/orders/orders.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { ActorName } from '#web/app/i18n/ActorName.tsx';
import { fieldOf, useFields } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { formatExact } from '#web/ui/format.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { InvoiceLinks } from './InvoiceLinks.tsx';
import { countryName } from '#web/app/i18n/country.ts';
import { OrderItems, StatusBadge } from './OrderItems.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { taxLabel } from './SumRows.tsx';
import { shippingOf } from './Receipt.tsx';
import { useOrderEvents, useSetStatus } from './orders.queries.ts';
import type { StatusChange } from './orders.queries.ts';

/** One order in the admin's list: everything about it, and where it may go. */
export function OrderCard({ order }: { order: Order }) {
  const [history, setHistory] = useState(false);
  const [refunding, setRefunding] = useState(false);
  return (
    <Card as="article" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{t`Order #${order.id}`}</h2>
          <p className="font-mono text-xs break-all text-ink-soft">{t`PayPal: ${order.paypalOrderId}`}</p>
          <p dir="auto" className="mt-1 font-semibold break-words">
            {order.shippingName}
          </p>
        </div>
        <div className="flex flex-col gap-1 sm:items-end">
          <p>
            <StatusBadge status={order.status} />
          </p>
          <p className="numbers text-xl font-bold">{formatMoney(order.totalAmount, order.currency)}</p>
          {order.shippingAmount > 0 && (
            <p className="numbers text-sm text-ink-soft">{t`incl. ${shippingOf(order)} shipping`}</p>
          )}
          {order.discount > 0 && (
            <p className="numbers text-sm text-ink-soft">
              {t`Discount: ${formatMoney(-order.discount, order.currency)}`}
            </p>
          )}
          {order.taxLines.map((line) => (
            <p key={line.rate} className="numbers text-sm text-ink-soft">
              {`${taxLabel(order, line, order.currency)}: ${formatMoney(line.tax, order.currency)}`}
            </p>
          ))}
          <p className="text-sm text-ink-soft">{formatExact(order.createdAt)}</p>
        </div>
      </header>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1.5 text-sm">
          <dt className="text-ink-soft">{t`Email`}</dt>
          <dd className="break-all">{order.paypalPayerEmail ?? t`Not provided`}</dd>
          <dt className="text-ink-soft">{t`Phone`}</dt>
          <dd>{order.shippingPhone ?? t`Not provided`}</dd>
          <dt className="text-ink-soft">{t`Address`}</dt>
          <dd className="break-words">
            <bdi>{`${order.shippingAddress}, ${order.shippingCity}, ${order.shippingState} ${order.shippingZipCode}`}</bdi>
            , <span>{countryName(order.shippingCountry)}</span>
          </dd>
          {order.username && (
            <>
              <dt className="text-ink-soft">{t`Account`}</dt>
              <dd dir="auto">{order.username}</dd>
            </>
          )}
          {order.trackingNumber && (
            <>
              <dt className="text-ink-soft">{t`Tracking`}</dt>
              <dd className="break-all">{`${order.carrier ?? ''} ${order.trackingNumber}`}</dd>
            </>
          )}
          {order.invoiceNumber && (
            <>
              <dt className="text-ink-soft">{t`Invoice`}</dt>
              <dd className="justify-self-start">
                <InvoiceLinks order={order} />
              </dd>
            </>
          )}
          {(order.refundedAmount > 0 || order.status === 'CANCELLED') && (
            <>
              <dt className="text-ink-soft">{t`Refunded`}</dt>
              <dd>{whatWasRefunded(order)}</dd>
            </>
          )}
        </dl>
        <OrderItems items={order.items} currency={order.currency} small />
      </div>
      <footer className="flex flex-wrap items-end gap-2 border-t border-line pt-4">
        <Moves order={order} />
        {isRefundable(order) && (
          <Button size="sm" onClick={() => setRefunding(true)}>
            {t`Refund`}
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          className="ms-auto"
          aria-expanded={history}
          onClick={() => setHistory(!history)}
        >
          <History aria-hidden="true" /> {t`History`}
        </Button>
      </footer>
      {history && <Events orderId={order.id} />}
      {refunding && <RefundDialog order={order} onClose={() => setRefunding(false)} />}
    </Card>
  );
}

const isRefundable = ({ status, cancelling, refundedAt, checkedOutHere }: Order): boolean =>
  ORDER_STATES[status].revenue && !cancelling && refundedAt === null && checkedOutHere;

/** Where an admin can send it on; a cancellation has a button of its own. */
function stepsOf(status: OrderStatus) {
  return ORDER_STATUSES.flatMap((to) => {
    const move = ORDER_STATES[status].moves[to];
    return move?.by.includes('admin') && to !== 'CANCELLED' ? [{ to, tracking: move.tracking }] : [];
  });
}

const statusActions = (): Record<OrderStatus, string> => ({
  PENDING: t`Mark as Pending`,
  PAID: t`Mark as Paid`,
  PROCESSING: t`Mark as Processing`,
  SHIPPED: t`Mark as Shipped`,
  DELIVERED: t`Mark as Delivered`,
  CANCELLED: t`Cancel order`,
});

function whatWasRefunded({ refundedAt, refundedAmount, currency }: Order): string {
  if (refundedAt) return formatExact(refundedAt);
  const refunded = formatMoney(refundedAmount, currency);
  return refundedAmount > 0 ? t`${refunded} so far` : t`Not refunded`;
}

const waitsForRefund = () =>
  t`The refund is pending because the payment provider is still processing it or can’t be reached. Once it’s complete, the order is cancelled automatically.`;

/** Whether a cancelled order may still need a refund: only the server knows. */
const mayOweRefund = ({ status, refundedAt, checkedOutHere, paypalPayerEmail }: Order): boolean =>
  status === 'CANCELLED' && refundedAt === null && checkedOutHere && paypalPayerEmail !== null;

function whatOfTheMoney(order: Order): string {
  if (order.status === 'PENDING') return t`It hasn’t been paid yet.`;
  const money = formatMoney(
    (Math.round(order.totalAmount * 100) - Math.round(order.refundedAmount * 100)) / 100,
    order.currency,
  );
  return order.checkedOutHere
    ? t`${money} will be refunded to the buyer. We’ll notify them by email.`
    : t`This order wasn’t placed through this site’s checkout. ${money} will be refunded only if the payment provider can find the payment. See the history for what happened.`;
}

function Moves({ order }: { order: Order }) {
  const tracking = useFields({ carrier: '', trackingNumber: '' });
  const { mutateAsync, isPending } = useSetStatus();
  const move = async (change: Omit<StatusChange, 'order'>): Promise<void> => {
    try {
      const { cancelling } = await mutateAsync({ order, ...change });
      if (cancelling) toast(t`Cancellation in progress`, { text: waitsForRefund() });
      else toast(t`Order status updated successfully!`);
    } catch (error) {
      toast(t`Failed to update order status`, { kind: 'bad', text: errorMessage(error) });
    }
  };
  const cancel = async (): Promise<void> => {
    const sure = await confirm({
      title: t`Cancel order #${order.id}?`,
      action: t`Cancel order`,
      cancelLabel: t`Keep order`,
      danger: true,
      text: whatOfTheMoney(order),
    });
    if (sure) await move({ status: 'CANCELLED' });
  };
  const steps = order.cancelling ? [] : stepsOf(order.status);
  return (
    <>
      {steps.some(({ tracking }) => tracking) && (
        <div className="grid grid-cols-1 w-full gap-3 sm:max-w-md sm:grid-cols-2">
          <Field label={t`Carrier (optional)`} {...fieldOf(tracking, 'carrier')} maxLength={MAX_TRACKING} />
          <Field
            label={t`Tracking number (optional)`}
            {...fieldOf(tracking, 'trackingNumber')}
            maxLength={MAX_TRACKING}
          />
        </div>
      )}
      {steps.map(({ to }) => (
        <Button
          key={to}
          variant="primary"
          size="sm"
          pending={isPending}
          onClick={() => void move({ status: to, ...tracking.values })}
        >
          {statusActions()[to]}
        </Button>
      ))}
      {order.cancelling && (
        <p role="status" className="w-full text-sm font-semibold text-warn">
          {waitsForRefund()}
        </p>
      )}
      {mayOweRefund(order) && (
        <Button size="sm" pending={isPending} onClick={() => void move({ status: 'CANCELLED' })}>
          {t`Retry refund`}
        </Button>
      )}
      {ORDER_STATES[order.status].moves.CANCELLED && (
        <Button size="sm" disabled={isPending} onClick={() => void cancel()}>
          {t`Cancel order`}
        </Button>
      )}
    </>
  );
}

/** Who did what, when. */
function Events({ orderId }: { orderId: number }) {
  const { data, error } = useOrderEvents(orderId);
  if (error)
    return (
      <p role="alert" className="text-sm text-bad">
        {t`Couldn’t load the history.`}
      </p>
    );
  if (!data) return <Skeleton className="h-12" />;
  return (
    <ol aria-label={t`History of order ${orderId}`} className="flex flex-col gap-1.5 text-sm">
      {data.map((event) => (
        <li key={event.id} className="flex flex-wrap gap-x-3">
          <time dateTime={event.createdAt} className="numbers text-ink-soft">
            {formatExact(event.createdAt)}
          </time>
          <strong>
            <ActorName name={event.actor} />
          </strong>{' '}
          <span dir="auto" className="min-w-0 break-words">
            {event.text}
          </span>
        </li>
      ))}
    </ol>
  );
}
