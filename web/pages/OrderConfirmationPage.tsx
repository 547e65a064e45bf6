import { t } from '@lingui/core/macro';
import { CircleCheck, PackageCheck, PackageX, Printer, Truck } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { mayWithdraw } from '#contract/withdrawals/withdrawals.rules.ts';
import { orderStatusLabels } from '#web/app/i18n/status-labels.ts';
import { ShippingText } from '#web/app/i18n/OwnerText.tsx';
import { ApiError } from '#web/app/client/call.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { countryName } from '#web/app/i18n/country.ts';
import { saveOrderKey } from '#web/orders/order-keys.ts';
import { InvoiceLinks } from '#web/orders/InvoiceLinks.tsx';
import { OrderItems } from '#web/orders/OrderItems.tsx';
import { ReceiptHead, ReceiptSums, ShopNotes, shippingOf } from '#web/orders/Receipt.tsx';
import { taxLabel } from '#web/orders/SumRows.tsx';
import { useOrder } from '#web/orders/orders.queries.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { formatDay } from '#web/ui/days.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { idIn, type Head } from '#web/app/page.ts';

/**
 * The order's number is the last part of the path. A `?key=` from an email is stored in the browser and
 * removed from the address bar.
 */
function useOrderId(): number | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  const id = idIn(last);
  const key = new URLSearchParams(search).get('key');
  if (id !== null && key) saveOrderKey(id, key);
  useEffect(() => {
    if (key) void navigate(pathname, { replace: true });
  }, [key, pathname, navigate]);
  return id;
}

export const head: Head = ({ params }) => {
  const id = idIn(params['orderId']);
  return { title: id === null ? t`Order` : t`Order ${id}`, hidden: true };
};

export function OrderConfirmationPage() {
  const id = useOrderId();
  const { data, error } = useOrder(id);
  if (data) return <Confirmed order={data} />;
  if (id === null) return <NotFound text={t`Invalid order ID`} />;
  if (error)
    return <NotFound text={error instanceof ApiError ? t`Order not found` : t`Failed to load order`} />;
  return (
    <div
      role="status"
      className="flex min-h-[50dvh] flex-col items-center justify-center gap-4 text-ink-soft"
    >
      <Spinner />
      <p>{t`Loading order details...`}</p>
    </div>
  );
}

function NotFound({ text }: { text: string }) {
  const { shopOffered } = useConfig();
  return (
    <div className="wrap grid min-h-[60dvh] place-items-center py-10">
      <Card className="flex w-full max-w-md flex-col items-center gap-3 text-center">
        <PackageX aria-hidden="true" className="size-12 text-bad" />
        <h1 className="text-2xl">{t`Order Not Found`}</h1>
        <p role="alert" className="text-ink-soft">
          {text}
        </p>
        {shopOffered && (
          <ButtonLink variant="primary" className="mt-3" to={paths.shop()}>
            {t`Continue Shopping`}
          </ButtonLink>
        )}
      </Card>
    </div>
  );
}

function Confirmed({ order }: { order: Order }) {
  const cancelled = order.status === 'CANCELLED';
  const { sendsMail, shopOffered, withdrawalMode } = useConfig();
  return (
    <div className="wrap max-w-4xl pb-16 print:max-w-none print:p-0">
      <ReceiptHead order={order} />
      <header className="flex flex-col items-center gap-2 py-10 text-center print:hidden">
        <CircleCheck aria-hidden="true" className="mb-1 size-14 animate-pop text-ok print:hidden" />
        <h1 className="text-3xl">{t`Order Confirmed!`}</h1>
        <p className="prose-width text-ink-soft">{thanks(order, sendsMail)}</p>
        {order.username === null && sendsMail && (
          <p className="prose-width text-ink-soft">
            {t`Bookmark this page to come back to your order in this browser.`}
          </p>
        )}
        {order.cancelling && (
          <p role="status" className="font-semibold text-warn">
            {t`This order is being cancelled. Your refund is pending.`}
          </p>
        )}
        {cancelled && (
          <p role="status" className="font-semibold text-bad">
            {order.refundedAt
              ? t`This order was cancelled. Your payment was refunded.`
              : t`This order was cancelled.`}
          </p>
        )}
      </header>
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2 print:grid-cols-2">
        <Details order={order} />
        <Shipping order={order} />
        <Card title={t`Order Items`} className="md:col-span-2 print:col-span-2">
          <OrderItems items={order.items} currency={order.currency} />
          <ReceiptSums order={order} />
          <ShopNotes />
        </Card>
        <WhatsNext />
      </div>
      <div className="mt-8 flex justify-center gap-3 max-sm:flex-col print:hidden">
        {shopOffered && (
          <ButtonLink variant="primary" to={paths.shop()}>
            {t`Continue Shopping`}
          </ButtonLink>
        )}
        <ButtonLink to={paths.profile()}>{t`View Order History`}</ButtonLink>
        <Button variant="quiet" onClick={() => window.print()}>
          <Printer aria-hidden="true" /> {t`Print receipt`}
        </Button>
        {mayWithdraw(withdrawalMode, order) && (
          <ButtonLink variant="quiet" to={paths.withdraw(order.id)}>
            {t`Withdraw from contract`}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** Mentions an email only if one is sent. */
function thanks({ status, paypalPayerEmail }: Order, sendsMail: boolean): string {
  const isPending = status === 'PENDING';
  const text = isPending
    ? t`Thank you! We’re still confirming your payment. This page updates automatically.`
    : t`Thank you for your purchase.`;
  if (!sendsMail) return t`${text} You won’t get a confirmation email. Save this page.`;
  const to = paypalPayerEmail ?? 'you';
  return isPending
    ? t`${text} We’ll email a confirmation to ${to} once it goes through.`
    : t`${text} A confirmation email is on its way to ${to}.`;
}

function Details({ order }: { order: Order }) {
  const rows: [string, React.ReactNode][] = [
    [t`Order Number`, `#${order.id}`],
    [
      t`PayPal Order ID`,
      <span key="id" className="font-mono text-sm break-all">
        {order.paypalOrderId}
      </span>,
    ],
    [
      t`Status`,
      <Badge key="status" tone={order.status === 'PAID' ? 'delivered' : 'pending'}>
        {orderStatusLabels()[order.status]}
      </Badge>,
    ],
    ...(order.discount > 0
      ? [[t`Discount`, formatMoney(-order.discount, order.currency)] as [string, string]]
      : []),
    ...(order.shippingAmount > 0 ? [[t`Shipping`, shippingOf(order)] as [string, string]] : []),
    ...order.taxLines.map((line): [string, string] => [
      taxLabel(order, line, order.currency),
      formatMoney(line.tax, order.currency),
    ]),
    [
      t`Total`,
      <strong key="total" className="numbers">
        {formatMoney(order.totalAmount, order.currency)}
      </strong>,
    ],
    [t`Date`, formatDay(order.createdAt)],
    ...(order.refundedAmount > 0 && order.refundedAt === null
      ? [[t`Refunded so far`, formatMoney(order.refundedAmount, order.currency)] as [string, string]]
      : []),
    ...(order.invoiceNumber === null
      ? []
      : [[t`Invoice`, <InvoiceLinks key="invoice" order={order} />] as [string, React.ReactNode]]),
    ...(order.trackingNumber
      ? [[t`Tracking number`, `${order.carrier ?? ''} ${order.trackingNumber}`.trim()] as [string, string]]
      : []),
  ];
  return (
    <Card title={t`Order Details`}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        {rows.map(([label, value]) => [
          <dt key={`${label}-name`} className="text-ink-soft">
            {label}
          </dt>,
          <dd key={label} className="text-end break-words">
            {value}
          </dd>,
        ])}
      </dl>
    </Card>
  );
}

function Shipping({ order }: { order: Order }) {
  return (
    <Card title={t`Shipping Information`}>
      <address className="leading-relaxed break-words not-italic">
        <strong dir="auto">{order.shippingName}</strong>
        <br />
        <bdi>{order.shippingAddress}</bdi>
        <br />
        <bdi>{`${order.shippingCity}, ${order.shippingState} ${order.shippingZipCode}`}</bdi>
        <br />
        <span>{countryName(order.shippingCountry)}</span>
        {order.shippingPhone && (
          <>
            <br />
            <span>{order.shippingPhone}</span>
          </>
        )}
      </address>
    </Card>
  );
}

const listSteps = () => [
  {
    icon: <PackageCheck aria-hidden="true" />,
    title: t`Order processing`,
    text: t`We prepare your order in 1-2 business days.`,
  },
  {
    icon: <Truck aria-hidden="true" />,
    title: t`Shipping`,
    text: t`Standard delivery takes 3-5 business days.`,
  },
  {
    icon: <CircleCheck aria-hidden="true" />,
    title: t`Tracking`,
    text: t`We’ll email you tracking details when it ships.`,
  },
];

function WhatsNext() {
  const { shipping } = useConfig();
  return (
    <Card title={t`What's Next`} className="md:col-span-2 print:hidden">
      <ol className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        {listSteps().map(({ icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-accent-soft text-accent-text [&_svg]:size-5">
              {icon}
            </span>
            <span className="min-w-0">
              <strong className="block">{title}</strong>
              <span className="text-sm break-words text-ink-soft">
                <span>{text}</span> {title === t`Shipping` && shipping?.words && <ShippingText />}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
