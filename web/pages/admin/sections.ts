import { t } from '@lingui/core/macro';
import {
  Archive,
  Download,
  Flag,
  Inbox,
  LayoutDashboard,
  Package,
  Server,
  Settings,
  Sparkles,
  Tag,
  TicketPercent,
  Undo2,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Overview } from '#contract/admin/admin.ts';
import { paths } from '#web/app/paths.ts';

/** The pages that the dashboard is spread over. */
export type AdminPageName = 'admin' | 'orders';

export interface AdminSection {
  /** As the address names it; one with parts is never shown itself. */
  id: string;
  label: string;
  /** The page's heading, where it isn't the label. */
  title?: string;
  page: AdminPageName;
  icon?: LucideIcon;
  /** The number beside it. */
  count?: (overview: Overview) => number;
  /** The count is informational: nothing is pending. */
  quiet?: true;
  /** A second level. */
  parts?: AdminSection[];
  /** What is set there, for the search. */
  settings?: string[];
  /** Other names for it with commas between, for the search alone. */
  synonyms?: string;
}

export interface AdminGroup {
  label: string;
  sections: AdminSection[];
}

const admin = (id: string, label: string, more?: Partial<AdminSection>): AdminSection => ({
  id,
  label,
  page: 'admin',
  ...more,
});

const listContent = (): AdminSection[] => [
  admin('overview', t`Overview`, { icon: LayoutDashboard, synonyms: t`home, statistics, setup, checklist` }),
  admin('submissions', t`Submissions`, {
    icon: Inbox,
    count: (now) => now.waitingUploads,
    synonyms: t`uploads, review, approve, reject, captions`,
  }),
  admin('curate', t`Curate Videos`, { icon: Sparkles, synonyms: t`featured, trending, rotation, home page` }),
  admin('import', t`Import Videos`, {
    icon: Download,
    count: (now) => now.waitingImports,
    synonyms: 'YouTube, Twitch',
  }),
  admin('archive', t`Archive`, {
    icon: Archive,
    count: (now) => now.archived,
    quiet: true,
    synonyms: t`deleted, restore, trash`,
  }),
];

const listCommunity = (): AdminSection[] => [
  admin('reports', t`Reports`, {
    icon: Flag,
    count: (now) => now.openReports,
    synonyms: t`moderation, flags, pending review, blocklist`,
  }),
  admin('people-and-sign-up', t`People`, {
    icon: Users,
    count: (now) => now.waitingRequests,
    parts: [
      admin('people', t`All people`, {
        title: t`People`,
        synonyms: t`users, members, creators, roles, suspend, ban, requests`,
      }),
      admin('sign-up', t`Sign-up`, {
        settings: [
          t`Who can sign up`,
          t`Question for new members`,
          t`Invitations`,
          t`Two-factor authentication`,
        ],
        synonyms: t`registration, approval, 2FA`,
      }),
    ],
  }),
];

const listShop = (): AdminSection[] => [
  {
    id: 'orders',
    label: t`Orders`,
    title: t`Order Management`,
    page: 'orders',
    icon: Package,
    synonyms: t`sales, shipments, refunds, customers`,
  },
  { id: 'products', label: t`Products`, page: 'orders', icon: Tag, synonyms: t`prices, stock, variants` },
  {
    id: 'discounts',
    label: t`Discounts`,
    page: 'orders',
    icon: TicketPercent,
    synonyms: t`discount codes, coupons, vouchers, promotions`,
  },
  {
    id: 'withdrawals',
    label: t`Withdrawals`,
    page: 'orders',
    icon: Undo2,
    synonyms: t`returns, cancellations, deadlines`,
  },
];

const listSettings = (): AdminSection[] => [
  admin('site', t({ message: 'Site', context: 'settings' }), {
    settings: [
      t`Site name`,
      t`Tagline`,
      t`Address`,
      t`Logo`,
      t`Font`,
      t`Home page text`,
      t`Cookie notice`,
      t`Privacy Policy`,
      t`Terms of Service`,
    ],
    synonyms: t`brand, colours, texts, appearance, footer, pages, legal, imprint, domain`,
  }),
  admin('categories', t`Categories`),
  admin('tags', t`Tags`, { synonyms: t`hashtags, rename, merge, block` }),
  admin('videos', t`Videos`, {
    settings: [
      t`Review changes to videos`,
      t`Publish automatic captions immediately`,
      t`Sites that can embed videos`,
      t`Announce new videos`,
      t`Allow downloads`,
    ],
    synonyms: t`captions, embedding, search engines, IndexNow, downloads`,
  }),
  admin('community', t`Community`, {
    settings: [
      t`Allow guest comments`,
      t`Turn off comments`,
      t`Review comments and posts`,
      t`Minimum membership to post (days)`,
      t`Falling blocks game`,
    ],
    synonyms: t`comments, posts, spam, guests`,
  }),
  admin('shop', t`Shop`, {
    settings: [
      t`Currency`,
      t`Countries you ship to`,
      t`Shipping price`,
      t`Free shipping from`,
      t`Tax note`,
      t`Return policy`,
      t`Online withdrawal`,
      t`Product safety (GPSR)`,
    ],
    synonyms: t`prices`,
  }),
  admin('shipping', t`Shipping`, { settings: [t`Shipping zones`], synonyms: t`delivery, countries` }),
  admin('tax', t`Tax`, { settings: [t`Seller`, t`Tax rates`], synonyms: t`VAT, invoices` }),
  admin('languages', t`Languages`, { settings: [t`Default language`, t`Translations`] }),
  admin('connections', t`Connections`, {
    settings: [t`Mail`, t`PayPal`, t`YouTube`, t`Map`, t`Webhooks`],
    synonyms: t`email, SMTP, payments, Google, integrations, API`,
  }),
];

const listSystem = (): AdminSection[] => [
  admin('health', t`Health`, { synonyms: t`status, checks, environment` }),
  admin('jobs', t`Jobs`, { count: (now) => now.failedJobs, synonyms: t`queue, encoding, failures` }),
  admin('backups', t`Backups`, { settings: [t`Backup destination`], synonyms: t`restore, storage` }),
  admin('audit', t`Audit log`, { synonyms: t`history, activity, changes` }),
];

export const adminGroups = (): AdminGroup[] => [
  { label: t`Content`, sections: listContent() },
  { label: t`Community`, sections: listCommunity() },
  { label: t`Shop`, sections: listShop() },
  {
    label: t`Site`,
    sections: [
      admin('settings', t`Settings`, { icon: Settings, parts: listSettings() }),
      admin('system', t`System`, { icon: Server, count: (now) => now.failedJobs, parts: listSystem() }),
    ],
  },
];

/** Those of a site without a shop have none of it. */
export const offeredGroups = ({ shopOffered }: { shopOffered: boolean }): AdminGroup[] =>
  shopOffered
    ? adminGroups()
    : adminGroups().filter(({ sections }) => sections.every(({ page }) => page !== 'orders'));

/** Old values of `?tab=` or `?part=`, which emails, notifications and bookmarks have, and what they open now. */
export const ALIASES: Record<string, string> = {
  setup: 'overview',
  settings: 'site',
  brand: 'site',
  texts: 'site',
  translations: 'languages',
  webhooks: 'connections',
  system: 'health',
};

const PAGE_ADDRESSES: Record<AdminPageName, string> = { admin: paths.admin(), orders: paths.adminOrders() };

export const partsOf = (section: AdminSection): AdminSection[] => section.parts ?? [section];

/** Of one with parts: its first part's. */
export const sectionPath = (section: AdminSection): string =>
  `${PAGE_ADDRESSES[section.page]}?tab=${(partsOf(section)[0] ?? section).id}`;

/** The section of a page that an address names, or the page's first. */
export function sectionOf(page: AdminPageName, search: URLSearchParams): AdminSection {
  const own = adminGroups()
    .flatMap(({ sections }) => sections.flatMap(partsOf))
    .filter((section) => section.page === page);
  const names = [search.get('part'), search.get('tab')].flatMap((name) =>
    name === null ? [] : [name, ALIASES[name]],
  );
  const found = names.flatMap((name) => own.find(({ id }) => id === name) ?? [])[0] ?? own[0];
  if (!found) throw new Error(`No section on ${page}.`);
  return found;
}
