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

const CONTENTS: Record<string, ComponentType<{ tabTo: (tab: string) => string }>> = {
  overview: lazy(async () => ({ default: (await import('./admin/OverviewParts.tsx')).OverviewParts })),
  submissions: lazy(async () => ({
    default: (await import('./admin/SubmissionsParts.tsx')).SubmissionsParts,
  })),
  curate: lazy(async () => ({ default: (await import('#web/curation/CurateTab.tsx')).CurateTab })),
  import: lazy(async () => ({ default: (await import('#web/curation/ImportTab.tsx')).ImportTab })),
  archive: lazy(async () => ({ default: (await import('#web/curation/ArchiveTab.tsx')).ArchiveTab })),
  reports: lazy(async () => ({ default: (await import('#web/moderation/ReportsTab.tsx')).ReportsTab })),
  people: lazy(async () => ({ default: (await import('#web/accounts/people/PeopleTab.tsx')).PeopleTab })),
  'sign-up': lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).SignUpParts })),
  site: lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).SiteParts })),
  categories: lazy(async () => ({
    default: (await import('#web/settings/CategoriesSettings.tsx')).CategoriesSettings,
  })),
  tags: lazy(async () => ({ default: (await import('#web/tags/AllTags.tsx')).AllTags })),
  videos: lazy(async () => ({ default: (await import('#web/settings/VideosSettings.tsx')).VideosSettings })),
  community: lazy(async () => ({
    default: (await import('#web/settings/CommunitySettings.tsx')).CommunitySettings,
  })),
  shop: lazy(async () => ({ default: (await import('#web/settings/ShopSettings.tsx')).ShopSettings })),
  shipping: lazy(async () => ({ default: (await import('#web/settings/ShippingZones.tsx')).ShippingZones })),
  tax: lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).TaxParts })),
  languages: lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).LanguagesParts })),
  connections: lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).ConnectionsParts })),
  health: lazy(async () => ({ default: (await import('#web/diagnostics/HealthTab.tsx')).HealthTab })),
  jobs: lazy(async () => ({ default: (await import('#web/admin/JobsTab.tsx')).JobsTab })),
  backups: lazy(async () => ({ default: (await import('./admin/SettingsParts.tsx')).BackupsParts })),
  audit: lazy(async () => ({ default: (await import('#web/admin/AuditTab.tsx')).AuditTab })),
};

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
  const section = sectionOf('admin', search);
  const Content = CONTENTS[section.id];
  return (
    <AdminLayout section={section}>
      <Suspense fallback={<Skeleton className="h-80" />}>
        {/* the search leads to people by their names */}
        {Content && <Content key={search.get('q')} tabTo={tabTo} />}
      </Suspense>
    </AdminLayout>
  );
}
