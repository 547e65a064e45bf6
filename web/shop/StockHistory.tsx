import { t } from '@lingui/core/macro';
import { ArrowLeft, Download, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StockReason } from '#contract/shop/stock.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { ActorName } from '#web/app/i18n/ActorName.tsx';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { MonthSelect } from '#web/ui/controls/MonthSelect.tsx';
import { Toolbar } from '#web/ui/controls/Toolbar.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { formatCount } from '#web/ui/format.ts';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { downloadMovements, useStockMovements } from './stock.queries.ts';

const reasonLabels = (): Record<StockReason, string> => ({
  ADJUSTED: t`Adjusted`,
  SALE: t`Sold`,
  RELEASED: t`Payment not completed`,
  CANCELLED: t`Order cancelled`,
  RETURNED: t`Returned`,
});

const signed = (quantity: number): string =>
  quantity > 0 ? `+${formatCount(quantity)}` : `−${formatCount(-quantity)}`;

/** Every change of the stock: what, why and by whom. */
export function StockHistory({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState('');
  const list = useStockMovements(month);
  const { data, error, refetch } = list;
  const save = () =>
    void downloadMovements(month).catch((failure: unknown) =>
      toast(t`Export failed`, { kind: 'bad', text: errorMessage(failure) }),
    );
  return (
    <div className="flex flex-col gap-4">
      <Toolbar label={t`Filters`}>
        <Button size="sm" variant="quiet" className="h-10" onClick={onClose}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" /> {t`Products`}
        </Button>
        <MonthSelect value={month} onChange={setMonth} />
        <Button size="sm" className="h-10" onClick={save}>
          <Download aria-hidden="true" /> {t`Export CSV`}
        </Button>
      </Toolbar>
      <h2 className="sr-only">{t`Stock history`}</h2>
      {error && !data && (
        <ErrorState title={t`Couldn’t load the stock history`} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-64 rounded-card" />}
      {data?.length === 0 && (
        <EmptyState
          icon={<PackageOpen />}
          title={t`No stock changes yet`}
          text={t`Changes are recorded for products with a stock number.`}
        />
      )}
      {data && data.length > 0 && (
        <DataTable
          caption={t`Stock history`}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t`When`,
              cell: ({ createdAt }) => <Time at={createdAt} className="md:whitespace-nowrap" />,
            },
            {
              title: t`Product`,
              cell: ({ productId, productName, variant }) => (
                <>
                  <Link to={paths.product(productId)} className="font-semibold hover:underline">
                    <bdi>{productName}</bdi>
                  </Link>
                  {variant && <bdi className="block text-ink-soft">{variant}</bdi>}
                </>
              ),
            },
            {
              title: t`Quantity`,
              numeric: true,
              cell: ({ quantity }) => (
                <bdi className={quantity > 0 ? 'font-semibold text-ok' : 'font-semibold'}>
                  {signed(quantity)}
                </bdi>
              ),
            },
            {
              title: t`Reason`,
              cell: ({ reason, orderId }) => (
                <>
                  {reasonLabels()[reason]}
                  {orderId !== null && (
                    <Link
                      to={`${paths.adminOrders()}?q=${orderId}`}
                      className="block text-accent-text underline underline-offset-4"
                    >
                      {t`Order #${orderId}`}
                    </Link>
                  )}
                </>
              ),
            },
            {
              title: t({ message: 'By', context: 'who did it' }),
              wide: true,
              cell: ({ actor }) => <ActorName name={actor} />,
            },
          ]}
        />
      )}
      <LoadMore list={list} className="self-center" />
    </div>
  );
}
