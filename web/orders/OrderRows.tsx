import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import { orderStatusLabels } from '#web/app/i18n/status-labels.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { formatMoney } from '#web/app/i18n/money.ts';
import { formatDay } from '#web/ui/days.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { OrderCard } from './OrderCard.tsx';
import { StatusBadge } from './OrderItems.tsx';
import { useSetStatus } from './orders.queries.ts';

const isToProcess = ({ status, cancelling }: Order): boolean => status === 'PAID' && !cancelling;

/** A line for each order, which opens; the paid ones can be marked as processing together. */
export function OrderRows({ list }: { list: Order[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const waiting = list.filter(isToProcess);
  const chosen = waiting.filter(({ id }) => picked.has(id));
  const pick = (ids: number[], on: boolean): void => {
    const others = [...picked].filter((id) => !ids.includes(id));
    setPicked(new Set(on ? [...others, ...ids] : others));
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 px-4">
        <label className="flex items-center gap-3 text-sm font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            disabled={waiting.length === 0}
            checked={waiting.length > 0 && chosen.length === waiting.length}
            onChange={(event) =>
              pick(
                waiting.map(({ id }) => id),
                event.target.checked,
              )
            }
          />
          {t`All paid orders`}
        </label>
        {chosen.length > 0 && <BulkButton chosen={chosen} onDone={() => setPicked(new Set())} />}
      </div>
      <ul aria-label={t`Orders`} className="divide-y divide-line rounded-card border border-line bg-surface">
        {list.map((order) => (
          <li key={order.id}>
            <div className="flex items-center gap-3 ps-4">
              <input
                type="checkbox"
                aria-label={t`Select order #${order.id}`}
                className="size-5 shrink-0 accent-accent disabled:invisible"
                disabled={!isToProcess(order)}
                checked={isToProcess(order) && picked.has(order.id)}
                onChange={(event) => pick([order.id], event.target.checked)}
              />
              <Row
                order={order}
                open={open === order.id}
                onToggle={() => setOpen(open === order.id ? null : order.id)}
              />
            </div>
            {open === order.id && (
              <div className="border-t border-line bg-paper p-3">
                <OrderCard order={order} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({ order, open, onToggle }: { order: Order; open: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="grid h-12 min-w-0 flex-1 grid-cols-[3.5rem_minmax(0,1fr)_auto_1.25rem] items-center gap-x-3 pe-4 text-start text-sm hover:bg-raised/60 sm:grid-cols-[3.5rem_minmax(0,1fr)_8rem_6rem_6.5rem_1.25rem]"
    >
      <span className="numbers font-semibold">{`#${order.id}`}</span>
      <span className="flex min-w-0 flex-col">
        <span dir="auto" className="truncate">
          {order.shippingName}
        </span>
        <span className="text-xs text-ink-soft capitalize sm:hidden">
          {orderStatusLabels()[order.status].toLocaleLowerCase(i18n.locale)}
        </span>
      </span>
      <span className="max-sm:hidden">
        <StatusBadge status={order.status} />
      </span>
      <span className="numbers text-end font-semibold">{formatMoney(order.totalAmount, order.currency)}</span>
      <span className="text-end text-ink-soft max-sm:hidden">{formatDay(order.createdAt)}</span>
      <ChevronDown
        aria-hidden="true"
        className={`size-4.5 text-ink-soft transition-transform ${open ? 'rotate-180' : ''}`}
      />
    </button>
  );
}

/** One after the other, so that failures are reported and the rest still succeed. */
function BulkButton({ chosen, onDone }: { chosen: Order[]; onDone: () => void }) {
  const { mutateAsync } = useSetStatus();
  const [pending, setPending] = useState(false);
  const run = async (): Promise<void> => {
    setPending(true);
    let done = 0;
    for (const order of chosen)
      try {
        await mutateAsync({ order, status: 'PROCESSING' });
        done += 1;
      } catch (error) {
        toast(t`Failed to update order status`, {
          kind: 'bad',
          text: t`Order #${order.id}: ${errorMessage(error)}`,
        });
      }
    setPending(false);
    if (done > 0) toast(t`${plural(done, { one: '# order', other: '# orders' })} marked as processing`);
    onDone();
  };
  return (
    <Button
      size="sm"
      variant="primary"
      pending={pending}
      onClick={() => void run()}
    >{t`Mark as Processing (${chosen.length})`}</Button>
  );
}
