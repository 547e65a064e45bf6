import { t } from '@lingui/core/macro';
import type { DataExport } from '#contract/exports/exports.ts';
import { backend } from '#web/app/client/backend.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ImportData } from './ImportData.tsx';
import { useExportLink, useExports, useStartExport } from './exports.queries.ts';

/** All of a user's data, to download or to move elsewhere. */
export function ExportCard() {
  const { data } = useExports();
  const start = useStartExport();
  return (
    <Card title={t`Export and import`}>
      <p className="mb-4 text-ink-soft">
        {t`A ZIP file with your profile, your videos as you uploaded them, and your comments, posts, likes and orders. This takes a while. We’ll email you when it’s ready, and you’ll have a day to download it.`}
      </p>
      <Button
        pending={start.isPending}
        disabled={data?.some(({ status }) => status === 'PENDING')}
        onClick={() => start.mutate()}
      >
        {t`Export my data`}
      </Button>
      <FormError>{start.error?.message}</FormError>
      {data && data.length > 0 && (
        <ul className="mt-4 divide-y divide-line">
          {data.map((each) => (
            <Item key={each.id} item={each} />
          ))}
        </ul>
      )}
      <ImportData />
    </Card>
  );
}

const statusLabels = (): Record<DataExport['status'], string> => ({
  PENDING: t`Preparing…`,
  READY: t`Ready`,
  FAILED: t`That didn’t work. Please try again.`,
});

const megabytes = (bytes: number): string => `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`;

function Item({ item: { id, status, size, createdAt } }: { item: DataExport }) {
  const link = useExportLink();
  const download = () => link.mutate(id, { onSuccess: ({ url }) => location.assign(backend(url)) });
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p role="status" className="font-semibold">
          <span>{statusLabels()[status]}</span>
          {size !== null && <span className="font-normal text-ink-soft">{` · ${megabytes(size)}`}</span>}
        </p>
        <p className="text-sm text-ink-soft">
          {t`requested`} <Time at={createdAt} />
        </p>
        <FormError>{link.error?.message}</FormError>
      </div>
      {status === 'READY' && (
        <Button size="sm" pending={link.isPending} onClick={download}>
          {t`Download`}
        </Button>
      )}
    </li>
  );
}
