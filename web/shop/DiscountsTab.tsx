import { t } from '@lingui/core/macro';
import { Plus, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import type { DiscountCode } from '#contract/shop/discount-codes.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { formatNumber } from '#web/app/i18n/numbers.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { DiscountDialog } from './DiscountDialog.tsx';
import { useDiscountCodes, useRemoveDiscount } from './discounts.queries.ts';

/** Discount codes for admins: add, edit, delete, and how often each was used. */
export function DiscountsTab() {
  const { data, error, refetch, dataUpdatedAt } = useDiscountCodes();
  const remove = useRemoveDiscount();
  const [edited, setEdited] = useState<DiscountCode | 'new' | null>(null);
  const confirmDelete = async ({ id, code }: DiscountCode) => {
    const text = t`Customers can’t use it anymore. Orders keep their discount.`;
    if (!(await confirm({ title: t`Delete ${code}?`, text, action: t`Delete`, danger: true }))) return;
    await remove
      .mutateAsync(id)
      .catch((failure: unknown) =>
        toast(t`Couldn’t delete the code`, { kind: 'bad', text: errorMessage(failure) }),
      );
  };
  if (error && !data) return <ErrorState title={t`Couldn’t load discounts`} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 rounded-card" />;
  const add = (
    <Button variant="primary" className="self-start" onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" /> {t`Add code`}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {data.length === 0 ? (
        <EmptyState
          icon={<TicketPercent />}
          title={t`No discount codes yet`}
          text={t`The checkout asks for a code while at least one is active.`}
          action={add}
        />
      ) : (
        <>
          {add}
          <Codes
            codes={data}
            now={dataUpdatedAt}
            onEdit={setEdited}
            onDelete={(code) => void confirmDelete(code)}
          />
        </>
      )}
      {edited && <DiscountDialog code={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

function Codes({
  codes,
  now,
  onEdit,
  onDelete,
}: {
  codes: DiscountCode[];
  now: number;
  onEdit: (code: DiscountCode) => void;
  onDelete: (code: DiscountCode) => void;
}) {
  return (
    <DataTable
      caption={t`Discount codes`}
      rows={codes}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t`Code`,
          cell: (code) => (
            <span className="flex flex-wrap items-center gap-2 font-semibold">
              <bdi>{code.code}</bdi> <State code={code} now={now} />
            </span>
          ),
        },
        { title: t`Discount`, cell: describeDiscount },
        { title: t`Ends`, wide: true, cell: ({ endsAt }) => (endsAt ? <Time at={endsAt} /> : t`Never`) },
        {
          title: t`Uses`,
          numeric: true,
          cell: ({ uses, maxUses }) => (maxUses === null ? uses : t`${uses} of ${maxUses}`),
        },
        {
          title: t`Actions`,
          cell: (code) => (
            <div className="flex flex-col gap-1 sm:flex-row">
              <Button
                size="sm"
                variant="quiet"
                aria-label={t`Edit ${code.code}`}
                onClick={() => onEdit(code)}
              >
                {t`Edit`}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                aria-label={t`Delete ${code.code}`}
                onClick={() => onDelete(code)}
              >
                {t`Delete`}
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}

/** 20% off, €5 off, or free shipping. */
function describeDiscount({ kind, value }: DiscountCode): string {
  if (kind === 'SHIPPING') return t`Free shipping`;
  if (kind === 'AMOUNT') return t`${formatMoney(value)} off`;
  return t`${formatNumber(value)}% off`;
}

function State({ code, now }: { code: DiscountCode; now: number }) {
  const { startsAt, endsAt, uses, maxUses } = code;
  if (startsAt !== null && Date.parse(startsAt) > now) return <Badge tone="info">{t`Scheduled`}</Badge>;
  if (endsAt !== null && Date.parse(endsAt) <= now) return <Badge>{t`Expired`}</Badge>;
  if (maxUses !== null && uses >= maxUses) return <Badge>{t`Used up`}</Badge>;
  return <Badge tone="ok">{t`Active`}</Badge>;
}
