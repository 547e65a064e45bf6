import { t } from '@lingui/core/macro';
import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { AdminOnly } from '#web/accounts/AdminOnly.tsx';
import { paths } from '#web/app/paths.ts';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { AdminLayout } from './admin/AdminLayout.tsx';
import { sectionOf } from './admin/sections.ts';
import type { Head } from '#web/app/page.ts';

const CONTENTS: { id: string; Content: ComponentType<{ tabTo: (tab: string) => string }> }[] = [
  {
    id: 'overview',
    Content: lazy(async () => ({ default: (await import('./admin/OverviewParts.tsx')).OverviewParts })),
  },
  {
    id: 'submissions',
    Content: lazy(async () => ({ default: (await import('./admin/SubmissionsParts.tsx')).SubmissionsParts })),
  },
  {
    id: 'curate',
    Content: lazy(async () => ({ default: (await import('#web/curation/CurateTab.tsx')).CurateTab })),
  },
  {
    id: 'import',
    Content: lazy(async () => ({ default: (await import('#web/curation/ImportTab.tsx')).ImportTab })),
  },
  {
    id: 'archive',
    Content: lazy(async () => ({ default: (await import('#web/curation/ArchiveTab.tsx')).ArchiveTab })),
  },
  {
    id: 'reports',
    Content: lazy(async () => ({ default: (await import('#web/moderation/ReportsTab.tsx')).ReportsTab })),
  },
  {
    id: 'people',
    Content: lazy(async () => ({ default: (await import('#web/accounts/people/PeopleTab.tsx')).PeopleTab })),
  },
  {
    id: 'settings',
    Content: lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).SettingsParts })),
  },
  {
    id: 'health',
    Content: lazy(async () => ({ default: (await import('#web/diagnostics/HealthTab.tsx')).HealthTab })),
  },
  { id: 'jobs', Content: lazy(async () => ({ default: (await import('#web/admin/JobsTab.tsx')).JobsTab })) },
  {
    id: 'webhooks',
    Content: lazy(async () => ({ default: (await import('#web/webhooks/WebhooksTab.tsx')).WebhooksTab })),
  },
  {
    id: 'audit',
    Content: lazy(async () => ({ default: (await import('#web/admin/AuditTab.tsx')).AuditTab })),
  },
];

const SetUp = lazy(async () => ({ default: (await import('./admin/SetUp.tsx')).SetUp }));

const tabTo = (tab: string) => `${paths.admin()}?tab=${tab}`;

export const head: Head = () => ({ title: t`Admin Dashboard`, hidden: true });

export function AdminPage() {
  return (
    <AdminOnly text={t`The dashboard is only available to administrators.`}>
      <Dashboard />
    </AdminOnly>
  );
}

function Dashboard() {
  const [search] = useSearchParams();
  if (search.get('tab') === 'setup')
    return (
      <Suspense fallback={<Skeleton className="h-80" />}>
        <SetUp />
      </Suspense>
    );
  const section = sectionOf('admin', search.get('tab'));
  const shown = CONTENTS.find(({ id }) => id === section?.id);
  if (!section || !shown) return null;
  const { Content } = shown;
  return (
    <AdminLayout title={t`Admin Dashboard`} section={section}>
      <Suspense fallback={<Skeleton className="h-80" />}>
        {/* the search leads to people by their names */}
        <Content key={search.get('q')} tabTo={tabTo} />
      </Suspense>
    </AdminLayout>
  );
}
