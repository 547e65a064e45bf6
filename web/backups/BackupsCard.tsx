import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { formatSize } from '#web/ui/format.ts';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useBackups, useDownloadBackup, useStartBackup } from './backups.queries.ts';
import { describeBackups } from './backup-status.ts';

/** How the backups are, in the overview: a link to where something can be done about it. */
export function BackupLine() {
  const { data } = useBackups();
  if (!data) return null;
  const { text, bad } = describeBackups(data);
  const Icon = bad ? ShieldAlert : ShieldCheck;
  return (
    <Link
      to={`${paths.admin()}?tab=backups`}
      className="flex w-fit items-center gap-2 text-sm font-semibold hover:underline"
    >
      <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${bad ? 'text-bad' : 'text-ok'}`} />
      <span className="min-w-0 break-words">{text}</span>
    </Link>
  );
}

/** The last backup and its verification, one more now, and the newest to take along. */
export function Backups() {
  const { data, error, refetch } = useBackups();
  const start = useStartBackup();
  const download = useDownloadBackup();
  if (error && !data)
    return (
      <ErrorState title={t`Couldn’t load backups`} text={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton className="h-48" />;
  const { text, bad } = describeBackups(data);
  const { last } = data;
  return (
    <>
      <p className={`font-semibold break-words ${bad ? 'text-bad' : ''}`}>{text}</p>
      {last && (
        <p className="mt-1 text-sm text-ink-soft">
          <span>{last.state === 'running' ? t`In progress, started` : t`Last backup started`}</span>{' '}
          <Time at={last.startedAt} />
          {last.bytes !== null && <span>{`, ${formatSize(last.bytes)}`}</span>}
          {data.heldUntil !== null && (
            <span className="block">
              <Trans>
                The latest verified backup covers everything up to <Time at={data.heldUntil} />.
              </Trans>
            </span>
          )}
        </p>
      )}
      <p className="mt-3 text-sm text-ink-soft">
        {data.kind === 'hourly'
          ? t`Created every hour that something changed, then verified with a test restore. The download contains only the database. To get everything, including media, copy the whole backup folder.`
          : t`See docs/operations.md to create one.`}
      </p>
      {data.kind === 'hourly' && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button pending={start.isPending} onClick={() => start.mutate()}>
            {t`Back up now`}
          </Button>
          <Button pending={download.isPending} onClick={() => download.mutate()}>
            {t`Download latest backup`}
          </Button>
        </div>
      )}
      <FormError>{(start.error ?? download.error)?.message}</FormError>
    </>
  );
}
