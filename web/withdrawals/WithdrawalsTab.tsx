import { t } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Withdrawal } from '#contract/withdrawals/withdrawals.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { paths } from '#web/app/paths.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { formatDay } from '#web/ui/days.ts';
import { formatExact } from '#web/ui/format.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useWithdrawals } from './withdrawals.queries.ts';

/** Who withdrew from which order, and by when the payment is to be refunded. */
export function WithdrawalsTab() {
  const list = useWithdrawals();
  const { data, error, refetch } = list;
  return (
    <div className="grid grid-cols-1 gap-4">
      {error && !data && (
        <ErrorState title={t`Couldn’t load the withdrawals`} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data?.length === 0 && (
        <EmptyState
          icon={<Undo2 />}
          title={t`No withdrawals`}
          text={t`Withdrawals from orders appear here with the day their refund is due.`}
        />
      )}
      {data && data.length > 0 && (
        <DataTable
          caption={t`Withdrawals`}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { title: t`Order`, cell: (row) => <OrderLink row={row} /> },
            { title: t`Declared`, cell: (row) => <DeclaredAt row={row} /> },
            { title: t`Refund by`, cell: (row) => <RefundBy row={row} /> },
            {
              title: t`Refunded`,
              cell: ({ refundedAmount, currency }) => formatMoney(refundedAmount, currency),
              numeric: true,
            },
            {
              title: t`Email`,
              cell: ({ email }) => <bdi className="wrap-anywhere">{email}</bdi>,
              wide: true,
            },
          ]}
        />
      )}
      <LoadMore list={list} className="justify-self-center" />
    </div>
  );
}

/** The order's card has its refund. */
const OrderLink = ({ row: { orderId } }: { row: Withdrawal }) => (
  <Link
    to={`${paths.adminOrders()}?q=${orderId}`}
    className="numbers font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
  >
    {`#${orderId}`}
  </Link>
);

const DeclaredAt = ({ row: { declaredAt, inTime } }: { row: Withdrawal }) => (
  <span className="flex flex-wrap items-center gap-2">
    <time dateTime={declaredAt}>{formatExact(declaredAt)}</time>
    {!inTime && <Badge tone="warn">{t`After the deadline`}</Badge>}
  </span>
);

const isOverdue = ({ refundedAmount, refundBy }: Withdrawal): boolean =>
  refundedAmount === 0 && Date.parse(refundBy) < Date.now();

const RefundBy = ({ row }: { row: Withdrawal }) => (
  <span className="flex flex-wrap items-center gap-2">
    <time dateTime={row.refundBy}>{formatDay(row.refundBy)}</time>
    {isOverdue(row) && <Badge tone="bad">{t`Overdue`}</Badge>}
  </span>
);
