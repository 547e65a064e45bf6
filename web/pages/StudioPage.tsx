import { t } from '@lingui/core/macro';
import { useAddressSearch } from '#web/app/address-search.ts';
import { CreatorsOnly } from '#web/accounts/CreatorsOnly.tsx';
import { paths } from '#web/app/paths.ts';
import { ReportButton } from '#web/moderation/ReportButton.tsx';
import { VideosTable } from '#web/studio/VideosTable.tsx';
import { Inbox } from '#web/studio/Inbox.tsx';
import { useStudioVideos } from '#web/studio/studio.queries.ts';
import { StatisticsView } from '#web/statistics/StatisticsView.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Studio`, hidden: true });

const TABS = ['clips', 'inbox', 'statistics'] as const;
type Tab = (typeof TABS)[number];

const labels = (): Record<Tab, string> => ({
  clips: t`My videos`,
  inbox: t`Inbox`,
  statistics: t`Statistics`,
});

export function StudioPage() {
  return <CreatorsOnly>{() => <Studio />}</CreatorsOnly>;
}

function Studio() {
  const [search, setSearch] = useAddressSearch();
  const selected = TABS.find((tab) => tab === search.get('tab')) ?? 'clips';
  return (
    <div className="wrap pb-16">
      <PageHeading
        title={t`Studio`}
        text={t`Manage your videos, comments and analytics.`}
        actions={<ButtonLink to={paths.archives()}>{t`Import videos`}</ButtonLink>}
      />
      <Tabs
        label={t`Studio`}
        tabs={TABS.map((id) => ({ id, label: labels()[id] }))}
        selected={selected}
        onSelect={(tab) =>
          setSearch((): Record<string, string> => (tab === 'clips' ? {} : { tab }), { replace: true })
        }
      >
        <div className="pt-5">
          {selected === 'clips' && <VideosTable />}
          {selected === 'inbox' && (
            <Inbox
              beside={(comment) => (
                <ReportButton subjectType="COMMENT" subjectId={comment.id} what="comment" calm />
              )}
            />
          )}
          {selected === 'statistics' && <OwnStatistics />}
        </div>
      </Tabs>
    </div>
  );
}

function OwnStatistics() {
  const { data } = useStudioVideos({ q: '', sort: 'new' });
  return <StatisticsView videos={data ?? []} />;
}
