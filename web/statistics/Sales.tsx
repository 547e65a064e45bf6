import { t } from '@lingui/core/macro';
import { formatMoney } from '#web/app/i18n/money.ts';
import { formatCount } from '#web/ui/format.ts';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { useSales } from './statistics.queries.ts';

/** What was bought from the creator's videos, or from one of them, since they are there. */
export function Sales({
  of,
  videos,
}: {
  /** One of them; undefined: all. */
  of: string | undefined;
  videos: { id: number; title: string }[];
}) {
  const { data = [] } = useSales(of);
  if (data.length === 0) return null;
  const titleOf = (videoId: number) => videos.find(({ id }) => id === videoId)?.title ?? t`Video ${videoId}`;
  return (
    <section aria-labelledby="sales">
      <h2 id="sales" className="mb-3 text-lg">
        {t`Sold from videos, all time`}
      </h2>
      <DataTable
        caption={t`Sold from videos, all time`}
        rows={data}
        keyOf={({ videoId: id, currency }) => `${id} ${currency}`}
        columns={[
          { title: t`Video`, cell: ({ videoId: id }) => <bdi>{titleOf(id)}</bdi> },
          { title: t`Items sold`, numeric: true, cell: ({ units }) => formatCount(units) },
          {
            title: t`Amount`,
            numeric: true,
            cell: ({ amount, currency }) => formatMoney(amount, currency),
          },
        ]}
      />
    </section>
  );
}
