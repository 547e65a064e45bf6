import { t } from '@lingui/core/macro';
import { FolderInput, Upload } from 'lucide-react';
import { useState } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { useAddressSearch } from '#web/app/address-search.ts';
import { CreatorsOnly } from '#web/accounts/CreatorsOnly.tsx';
import { paths } from '#web/app/paths.ts';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import { VideosTable } from '#web/studio/VideosTable.tsx';
import { Inbox } from '#web/studio/Inbox.tsx';
import { useStudioVideos } from '#web/studio/studio.queries.ts';
import { StatisticsView } from '#web/statistics/StatisticsView.tsx';
import { openUpload } from '#web/submissions/opened-upload.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { OwnSeries } from '#web/lists/OwnSeries.tsx';
import type { Head } from '#web/app/page.ts';
import { AddToSeries } from './AddToSeries.tsx';

export const head: Head = () => ({ title: t`Studio`, hidden: true });

const TABS = ['videos', 'series', 'comments', 'analytics'] as const;
type Tab = (typeof TABS)[number];
/** As the address called them before. */
const FORMER: Record<string, Tab> = { inbox: 'comments', statistics: 'analytics' };

const labels = (): Record<Tab, string> => ({
  videos: t`Videos`,
  series: t({ message: 'Series', context: 'several' }),
  comments: t`Comments`,
  analytics: t`Analytics`,
});

export function StudioPage() {
  return <CreatorsOnly>{(me) => <Studio userId={me.id} />}</CreatorsOnly>;
}

function Studio({ userId }: { userId: number }) {
  const [search, setSearch] = useAddressSearch();
  const [added, setAdded] = useState<Submission | null>(null);
  const named = search.get('tab') ?? '';
  const selected = TABS.find((tab) => tab === named) ?? FORMER[named] ?? 'videos';
  return (
    <div className="wrap pb-16">
      <PageHeading
        title={t`Studio`}
        text={t`Manage your videos, comments and analytics.`}
        actions={
          <>
            <Button variant="primary" onClick={() => openUpload(userId)}>
              <Upload aria-hidden="true" />
              {t`Upload`}
            </Button>
            <ButtonLink to={paths.archives()}>
              <FolderInput aria-hidden="true" />
              {t({ message: 'Import', context: 'videos' })}
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label={t`Studio`}
        tabs={TABS.map((id) => ({ id, label: labels()[id] }))}
        selected={selected}
        onSelect={(tab) =>
          setSearch((): Record<string, string> => (tab === 'videos' ? {} : { tab }), { replace: true })
        }
      >
        {selected === 'videos' && <VideosTable onAddToSeries={setAdded} />}
        {selected === 'series' && <OwnSeries />}
        {selected === 'comments' && (
          <Inbox
            beside={(comment) => (
              <ReportButton subjectType="COMMENT" subjectId={comment.id} what="comment" calm />
            )}
          />
        )}
        {selected === 'analytics' && <OwnStatistics />}
      </Tabs>
      {added && <AddToSeries video={added} onClose={() => setAdded(null)} />}
    </div>
  );
}

function OwnStatistics() {
  const { data } = useStudioVideos({ q: '', sort: 'new' });
  return <StatisticsView videos={data ?? []} />;
}
