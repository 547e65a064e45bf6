import { t } from '@lingui/core/macro';
import { Download, PackageOpen } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useAddressSearch } from '#web/app/address-search.ts';
import { ORDER_STATUSES } from '#contract/orders/order-states.ts';
import { orderStatusLabels } from '#web/app/i18n/status-labels.ts';
import { useConfig } from '#web/app/config.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { MonthSelect } from '#web/ui/controls/MonthSelect.tsx';
import { Toolbar, ToolbarSearch, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { formatCount } from '#web/ui/format.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { OrderCard } from './OrderCard.tsx';
import { OrderRows } from './OrderRows.tsx';
import { downloadOrders, downloadTaxReport, useAllOrders, useOrderStats } from './orders.queries.ts';

export function OrderStatCards() {
  const { data } = useOrderStats();
  const cards = [
    [t`Paid Orders`, data && formatCount(data.paidOrders)],
    [t`Processing`, data && formatCount(data.processingOrders)],
    [t`Shipped`, data && formatCount(data.shippedOrders)],
    [t`Total Revenue`, data && formatMoney(data.totalRevenue), data?.otherRevenue],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {cards.map(([label, value, others]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end gap-1 rounded-card border border-line bg-surface p-5"
        >
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-xl font-bold break-words sm:text-2xl">
            <span>{value ?? '–'}</span>
            {others?.map(({ currency, amount }) => (
              <span key={currency} className="block text-base text-ink-soft">
                {`+ ${formatMoney(amount, currency)}`}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** All orders, newest first, 50 at a time. Search and view are stored in the URL. */
export function OrderList() {
  const [search, setSearch] = useAddressSearch();
  const status = ORDER_STATUSES.find((each) => each === search.get('status')) ?? null;
  const inRows = search.get('view') === 'rows';
  const [typed, setTyped] = useState(search.get('q') ?? '');
  const q = useDeferredValue(typed.trim());
  const month = search.get('month') ?? '';
  const { taxMode } = useConfig();
  const pages = useAllOrders({ status, q, month });
  const { data: list, error, isPending, refetch } = pages;
  const updateFilter = (name: 'q' | 'status' | 'month' | 'view', value: string): void =>
    setSearch(
      (now) => ({
        ...Object.fromEntries([...now].filter(([key]) => key !== name)),
        ...(value && { [name]: value }),
      }),
      { replace: true },
    );
  return (
    <div className="flex flex-col gap-5">
      <Toolbar wraps label={t`Filters`}>
        <ToolbarSearch
          label={t`Search orders`}
          className="min-w-52 flex-1 max-sm:basis-full"
          placeholder={t`Number, name or email`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            updateFilter('q', event.target.value.trim());
          }}
        />
        <ToolbarSelect
          label={t`Status`}
          value={status ?? ''}
          onChange={(event) => updateFilter('status', event.target.value)}
        >
          <option value="">{t`All statuses`}</option>
          {ORDER_STATUSES.map((each) => (
            <option key={each} value={each}>
              {orderStatusLabels()[each]}
            </option>
          ))}
        </ToolbarSelect>
        <MonthSelect value={month} onChange={(value) => updateFilter('month', value)} />
        <ToolbarSelect
          label={t`View`}
          value={inRows ? 'rows' : ''}
          onChange={(event) => updateFilter('view', event.target.value)}
        >
          <option value="">{t`Cards`}</option>
          <option value="rows">{t`Rows`}</option>
        </ToolbarSelect>
        <DownloadButton label={t`Export CSV`} download={() => downloadOrders({ status, q, month })} />
        {taxMode !== 'OFF' && (
          <DownloadButton label={t`Tax report`} download={() => downloadTaxReport(month)} />
        )}
      </Toolbar>
      {isPending && [1, 2].map((key) => <Skeleton key={key} className="h-56 rounded-card" />)}
      {error && !list && <ErrorState title={t`Couldn’t load the orders`} onRetry={() => void refetch()} />}
      {list?.length === 0 && <EmptyState icon={<PackageOpen />} title={t`No orders found`} />}
      {inRows && list && list.length > 0 && <OrderRows list={list} />}
      {!inRows && list?.map((order) => <OrderCard key={order.id} order={order} />)}
      <LoadMore className="self-center" list={pages} />
    </div>
  );
}

function DownloadButton({ label, download }: { label: string; download: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const run = async (): Promise<void> => {
    setPending(true);
    try {
      await download();
    } catch {
      toast(t`Export failed`, { kind: 'bad', text: t`Please try again.` });
    }
    setPending(false);
  };
  return (
    <Button size="sm" pending={pending} className="h-10" onClick={() => void run()}>
      <Download aria-hidden="true" /> {label}
    </Button>
  );
}
