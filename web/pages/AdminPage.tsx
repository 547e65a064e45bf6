import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import { useSearchParams } from '#web/ui/router.tsx';
import type { Overview } from '#contract/admin.ts';
import { RefreshCw } from 'lucide-react';
import { AdminOnly } from '#web/accounts/AdminOnly.tsx';
import { paths } from '#web/app/paths.ts';
import { useReloadRotation } from '#web/curation/curation.queries.ts';
import { useOverview } from '#web/admin/admin.queries.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Skeleton } from '#web/ui/lists/States.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';
import type { Head } from './page.ts';

interface TabPlan {
  id: string;
  label: string;
  /** The number on the tab. */
  badge?: (overview: Overview) => number;
  Content: ComponentType<{ tabTo: (tab: string) => string }>;
}

const TABS: TabPlan[] = [
  {
    id: 'overview',
    label: 'Overview',
    Content: lazy(async () => ({ default: (await import('./admin/OverviewParts.tsx')).OverviewParts })),
  },
  {
    id: 'submissions',
    label: 'Submissions',
    badge: ({ waitingUploads }) => waitingUploads,
    Content: lazy(async () => ({
      default: (await import('#web/submissions/SubmissionsTab.tsx')).SubmissionsTab,
    })),
  },
  {
    id: 'curate',
    label: 'Curate Videos',
    Content: lazy(async () => ({ default: (await import('#web/curation/CurateTab.tsx')).CurateTab })),
  },
  {
    id: 'import',
    label: 'Import Videos',
    badge: ({ waitingImports }) => waitingImports,
    Content: lazy(async () => ({ default: (await import('#web/curation/ImportTab.tsx')).ImportTab })),
  },
  {
    id: 'archive',
    label: 'Archive',
    badge: ({ archived }) => archived,
    Content: lazy(async () => ({ default: (await import('#web/curation/ArchiveTab.tsx')).ArchiveTab })),
  },
  {
    id: 'reports',
    label: 'Reports',
    badge: ({ openReports }) => openReports,
    Content: lazy(async () => ({ default: (await import('#web/moderation/ReportsTab.tsx')).ReportsTab })),
  },
  {
    id: 'people',
    label: 'People',
    badge: ({ waitingRequests }) => waitingRequests,
    Content: lazy(async () => ({ default: (await import('#web/accounts/people/PeopleTab.tsx')).PeopleTab })),
  },
  {
    id: 'jobs',
    label: 'Jobs',
    badge: ({ failedJobs }) => failedJobs,
    Content: lazy(async () => ({ default: (await import('#web/admin/JobsTab.tsx')).JobsTab })),
  },
  {
    id: 'settings',
    label: 'Settings',
    Content: lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).SettingsParts })),
  },
  {
    id: 'health',
    label: 'Health',
    Content: lazy(async () => ({ default: (await import('#web/admin/HealthTab.tsx')).HealthTab })),
  },
  {
    id: 'audit',
    label: 'Audit',
    Content: lazy(async () => ({ default: (await import('#web/admin/AuditTab.tsx')).AuditTab })),
  },
];

const tabTo = (tab: string) => `${paths.admin()}?tab=${tab}`;

export const head: Head = { title: 'Admin Dashboard', hidden: true };

export function AdminPage() {
  return (
    <AdminOnly text="The dashboard is only available to administrators.">
      <Dashboard />
    </AdminOnly>
  );
}

function Dashboard() {
  const [search, setSearch] = useSearchParams();
  const overview = useOverview();
  const reload = useReloadRotation();
  const selected = TABS.find(({ id }) => id === search.get('tab')) ?? TABS[0];
  if (!selected) return null;
  const { Content } = selected;
  return (
    <div className="wrap pb-16">
      <header className="flex items-center justify-between gap-3 pt-6 pb-3 sm:pt-8 sm:pb-4">
        <h1 className="min-w-0 text-xl sm:text-3xl">Admin Dashboard</h1>
        <Button size="sm" pending={reload.isPending} onClick={() => reload.mutate()}>
          <RefreshCw aria-hidden="true" />
          Reload rotation
        </Button>
      </header>
      <Tabs
        label="Admin Dashboard"
        selected={selected.id}
        onSelect={(id) => setSearch(() => ({ tab: id }), { replace: true })}
        tabs={TABS.map(({ id, label, badge }) => ({
          id,
          label,
          badge: overview.data && badge?.(overview.data),
        }))}
      >
        <Suspense fallback={<Skeleton className="h-80" />}>
          <Content tabTo={tabTo} />
        </Suspense>
      </Tabs>
    </div>
  );
}
