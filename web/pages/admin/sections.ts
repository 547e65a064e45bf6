import { t } from '@lingui/core/macro';
import type { Overview } from '#contract/admin/admin.ts';
import { paths } from '#web/app/paths.ts';

/** The pages that the admin's sections are spread over. */
export type AdminPageName = 'admin' | 'orders' | 'nearby';

export interface AdminSection {
  id: string;
  label: string;
  page: AdminPageName;
  /** The number beside it. */
  count?: (overview: Overview) => number;
  /** The count is informational: nothing is pending. */
  quiet?: true;
}

export interface AdminGroup {
  label: string;
  sections: AdminSection[];
}

export const adminGroups = (): AdminGroup[] => [
  {
    label: t`Content`,
    sections: [
      { id: 'overview', label: t`Overview`, page: 'admin' },
      { id: 'submissions', label: t`Submissions`, page: 'admin', count: (now) => now.waitingUploads },
      { id: 'curate', label: t`Curate Videos`, page: 'admin' },
      { id: 'import', label: t`Import Videos`, page: 'admin', count: (now) => now.waitingImports },
      { id: 'archive', label: t`Archive`, page: 'admin', count: (now) => now.archived, quiet: true },
    ],
  },
  {
    label: t`Community`,
    sections: [
      { id: 'reports', label: t`Reports`, page: 'admin', count: (now) => now.openReports },
      { id: 'people', label: t`People`, page: 'admin', count: (now) => now.waitingRequests },
    ],
  },
  {
    label: t`Shop`,
    sections: [
      { id: 'orders', label: t`Orders`, page: 'orders' },
      { id: 'products', label: t`Products`, page: 'orders' },
    ],
  },
  {
    label: t`Site`,
    sections: [
      { id: 'settings', label: t`Settings`, page: 'admin' },
      { id: 'health', label: t`Health`, page: 'admin' },
      { id: 'jobs', label: t`Jobs`, page: 'admin', count: (now) => now.failedJobs },
      { id: 'webhooks', label: t`Webhooks`, page: 'admin' },
      { id: 'audit', label: t`Audit`, page: 'admin' },
      { id: 'nearby', label: t`Nearby`, page: 'nearby' },
    ],
  },
];

/** Those of a site without a shop have none of it. */
export const offeredGroups = ({ shopOffered }: { shopOffered: boolean }): AdminGroup[] =>
  shopOffered
    ? adminGroups()
    : adminGroups().filter(({ sections }) => sections.every(({ page }) => page !== 'orders'));

export const adminSections = (): AdminSection[] => adminGroups().flatMap(({ sections }) => sections);

const PAGE_ADDRESSES: Record<AdminPageName, string> = {
  admin: paths.admin(),
  orders: paths.adminOrders(),
  nearby: paths.nearby(),
};

/** Where a section is found; the only one of its page needs no name. */
export const sectionPath = ({ id, page }: AdminSection): string =>
  page === 'nearby' ? PAGE_ADDRESSES[page] : `${PAGE_ADDRESSES[page]}?tab=${id}`;

/** The section of a page that an address names, or the page's first. */
export const sectionOf = (page: AdminPageName, id: string | null): AdminSection | undefined => {
  const own = adminSections().filter((section) => section.page === page);
  return own.find((section) => section.id === id) ?? own[0];
};
