import type { Overview } from '#contract/admin.ts';
import { paths } from '#web/app/paths.ts';

/** The pages that the admin's sections are spread over. */
export type AdminPageName = 'admin' | 'orders' | 'nearby';

export interface AdminSection {
  id: string;
  label: string;
  page: AdminPageName;
  /** The number beside it. */
  count?: (overview: Overview) => number;
  /** The number waits for nobody. */
  quiet?: true;
}

export interface AdminGroup {
  label: string;
  sections: AdminSection[];
}

export const ADMIN_GROUPS: AdminGroup[] = [
  {
    label: 'Content',
    sections: [
      { id: 'overview', label: 'Overview', page: 'admin' },
      { id: 'submissions', label: 'Submissions', page: 'admin', count: (now) => now.waitingUploads },
      { id: 'curate', label: 'Curate Videos', page: 'admin' },
      { id: 'import', label: 'Import Videos', page: 'admin', count: (now) => now.waitingImports },
      { id: 'archive', label: 'Archive', page: 'admin', count: (now) => now.archived, quiet: true },
    ],
  },
  {
    label: 'Community',
    sections: [
      { id: 'reports', label: 'Reports', page: 'admin', count: (now) => now.openReports },
      { id: 'people', label: 'People', page: 'admin', count: (now) => now.waitingRequests },
    ],
  },
  {
    label: 'Shop',
    sections: [
      { id: 'orders', label: 'Orders', page: 'orders' },
      { id: 'products', label: 'Products', page: 'orders' },
    ],
  },
  {
    label: 'Site',
    sections: [
      { id: 'settings', label: 'Settings', page: 'admin' },
      { id: 'health', label: 'Health', page: 'admin' },
      { id: 'jobs', label: 'Jobs', page: 'admin', count: (now) => now.failedJobs },
      { id: 'audit', label: 'Audit', page: 'admin' },
      { id: 'nearby', label: 'Nearby', page: 'nearby' },
    ],
  },
];

/** Those of a site without a shop have none of it. */
export const offeredGroups = ({ shopOffered }: { shopOffered: boolean }): AdminGroup[] =>
  shopOffered ? ADMIN_GROUPS : ADMIN_GROUPS.filter(({ label }) => label !== 'Shop');

export const ADMIN_SECTIONS = ADMIN_GROUPS.flatMap(({ sections }) => sections);

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
  const own = ADMIN_SECTIONS.filter((section) => section.page === page);
  return own.find((section) => section.id === id) ?? own[0];
};
