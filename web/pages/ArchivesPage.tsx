import { plural, t } from '@lingui/core/macro';
import type { Archive } from '#contract/archives/archives.ts';
import { CreatorsOnly } from '#web/accounts/CreatorsOnly.tsx';
import { useArchives, useForgetArchive } from '#web/archives/archives.queries.ts';
import { FoundItems } from '#web/archives/FoundItems.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card, PageHeading } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { DropZone } from './archives/DropZone.tsx';
import { PlatformHelp } from './archives/PlatformHelp.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Import videos`, hidden: true });

/** What a creator brings in from elsewhere: dropped, looked at, chosen, sent into review. */
export function ArchivesPage() {
  return (
    <CreatorsOnly>
      {() => (
        <div className="wrap max-w-3xl pb-16">
          <PageHeading
            title={t`Import videos`}
            text={t`Drop your account archive from TikTok, Instagram, YouTube (Takeout) or PeerTube here, or a ZIP of videos. Nothing is submitted until you choose.`}
          />
          <Imported />
        </div>
      )}
    </CreatorsOnly>
  );
}

function Imported() {
  const { data, error, refetch } = useArchives();
  const isReading = data?.some(({ status }) => status === 'READING') ?? false;
  return (
    <div className="flex flex-col gap-5">
      <DropZone disabled={isReading} />
      {error && <ErrorState title={t`Couldn’t load your archives`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.map((archive) => (
        <ArchiveCard key={`${archive.id} ${archive.status}`} archive={archive} />
      ))}
      <PlatformHelp />
    </div>
  );
}

function ArchiveCard({ archive }: { archive: Archive }) {
  const { name, status, problem, items, leftOut } = archive;
  const forget = useForgetArchive(archive.id);
  return (
    <Card
      title={
        status === 'READ' ? (
          plural(items.length, { one: '# video found', other: '# videos found' })
        ) : (
          <bdi className="wrap-anywhere">{name ?? t`Untitled archive`}</bdi>
        )
      }
      aside={
        <Button size="sm" variant="quiet" pending={forget.isPending} onClick={() => forget.mutate()}>
          {t`Discard`}
        </Button>
      }
    >
      <p className="mb-3 flex flex-wrap gap-x-3 text-sm text-ink-soft">
        {status === 'READ' && name && <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>}
        <Time at={archive.createdAt} />
      </p>
      {status === 'READING' && (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          {t`Reading the archive. You can leave this page.`}
        </p>
      )}
      {problem && <p className="text-bad">{problem}</p>}
      {status === 'READ' && <FoundItems archive={archive} />}
      {leftOut.length > 0 && (
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer font-semibold">
            {plural(leftOut.length, { one: '# file was left out', other: '# files were left out' })}
          </summary>
          <ul className="mt-2 space-y-1">
            {leftOut.map(({ what, why }) => (
              <li key={`${what} ${why}`} className="break-words">
                <bdi className="font-semibold">{what}</bdi> <span className="text-ink-soft">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
