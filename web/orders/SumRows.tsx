import { t } from '@lingui/core/macro';
import type { Sums } from '#contract/orders/sums.ts';
import type { Order } from '#contract/orders/orders.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { formatter } from '#web/ui/intl.ts';

type TaxLine = Sums['taxLines'][number];
export type SummedUp = Sums & { totalAmount: number; shipping: number | null };

export const sumsOf = (order: Order): SummedUp => ({ ...order, shipping: order.shippingAmount });

const formatPercent = (rate: number): string =>
  formatter(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 3 }).format(rate / 100);

/** "Includes 19% tax on $84.02 net", "Tax, 8.25% of $99.99" */
export function taxLabel({ taxMode }: Sums, { rate, net: cents }: TaxLine, currency?: string): string {
  const percent = formatPercent(rate);
  const net = formatMoney(cents, currency);
  return taxMode === 'INCLUSIVE' ? t`Includes ${percent} tax on ${net} net` : t`Tax, ${percent} of ${net}`;
}

export interface SumRow {
  label: string;
  value: string;
  /** Nothing is asked for it. */
  free?: boolean;
  total?: boolean;
}

/** What a cart or an order comes to, row by row; the total is last. */
export function listSums(sums: SummedUp, count: number, currency?: string): SumRow[] {
  const money = (amount: number) => formatMoney(amount, currency);
  const { shipping } = sums;
  const tax = sums.taxLines.map((line) => ({
    label: taxLabel(sums, line, currency),
    value: money(line.tax),
  }));
  const inclusive = sums.taxMode === 'INCLUSIVE';
  return [
    { label: t`Items (${count})`, value: money(sums.subtotal) },
    ...(sums.discount > 0 ? [{ label: t`Discount`, value: money(-sums.discount) }] : []),
    {
      label: t`Shipping`,
      value: shipping === null ? t`Calculated at checkout` : shipping === 0 ? t`FREE` : money(shipping),
      free: shipping === 0,
    },
    ...(inclusive ? [] : tax),
    { label: t`Total`, value: money(sums.totalAmount), total: true },
    ...(inclusive ? tax : []),
  ];
}

export function SumRows({ rows }: { rows: SumRow[] }) {
  return (
    <dl className="numbers grid grid-cols-[1fr_auto] gap-y-2.5">
      {rows.map(({ label, value, free, total }) => (
        <div key={label} className="contents">
          <dt className={total ? 'border-t border-line pt-3 text-lg font-bold' : 'text-ink-soft'}>{label}</dt>
          <dd
            className={`text-end ${total ? 'border-t border-line pt-3 text-lg font-bold' : ''} ${free ? 'font-semibold text-ok' : ''}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
