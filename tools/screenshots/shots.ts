import type { Page } from '@playwright/test';
import { openInbox, openRevision, openStudio } from './studio.ts';

export interface Shot {
  /** Of its files, and to ask for it alone. */
  name: string;
  path: string;
  as: 'guest' | 'admin';
  /** All of the page, not what fits the screen. */
  whole?: boolean;
  /** Brings the page into its state. */
  act?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** Up to the small cart. */
async function putIn(page: Page): Promise<void> {
  await press('Add to Cart')(page);
  await page.getByRole('link', { name: 'View cart' }).waitFor();
}

/** A pair of sunglasses in the cart, and the address form. */
async function checkOut(page: Page): Promise<void> {
  await press('Add to Cart')(page);
  await page.getByRole('status').filter({ hasText: 'added' }).first().waitFor({ state: 'attached' });
  await page.goto('/cart');
  await press('Proceed to Checkout')(page);
}

async function fillShipping(page: Page): Promise<void> {
  await checkOut(page);
  for (const [label, value] of Object.entries({
    'Full Name': 'Ada Lovelace',
    Address: '12 Analytical Row',
    City: 'Portland',
    State: 'OR',
    'ZIP Code': '97201',
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** To the very end: what a payment of the test leads to. */
async function pay(page: Page): Promise<void> {
  await fillShipping(page);
  await press('Pay with PayPal')(page);
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await page.getByRole('button', { name: /^Pay \S+\d/ }).click();
  await page.getByRole('heading', { name: 'Order Confirmed!' }).waitFor();
}

/** Goes offline, then opens a page whose code wasn't loaded. */
async function goOffline(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: 'Shop' }).first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Shop' }).first().click();
  await page
    .getByRole('button', { name: /again|reload/i })
    .first()
    .waitFor();
}

async function record(page: Page): Promise<void> {
  await press('Upload or record a video')(page);
  await press('Record with camera')(page);
}

/** The first video of a shape, among the newest: its page, or the feed that begins with it. */
const openVideo =
  (portrait: boolean, addressOf = (id: number) => `/video/${id}`) =>
  async (page: Page) => {
    const id = await page.evaluate(async (wanted) => {
      const list = (await (await fetch('/api/videos?limit=60')).json()) as {
        id: number;
        source: string;
        width: number | null;
        height: number | null;
      }[];
      return list.find(
        ({ source, width, height }) => source === 'OTHER' && (height ?? 0) > (width ?? 0) === wanted,
      )?.id;
    }, portrait);
    if (id) await page.goto(addressOf(id));
  };

const feedFrom = (id: number) => `/feed?start=${id}`;

/** The feed, opened from another page, with all of its videos changed. */
const feedOf = (change: Record<string, unknown>) => async (page: Page) => {
  // not by a route: the service worker fetches it
  await page.addInitScript((by) => {
    const { fetch } = window;
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      if (!response.url.includes('/api/feed')) return response;
      const list = (await response.json()) as object[];
      return Response.json(
        list.map((video) => ({ ...video, ...by })),
        { headers: response.headers },
      );
    };
  }, change);
  await page.goto('/creators', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Feed', exact: true }).filter({ visible: true }).first().click();
  await page.locator('[data-shown]').waitFor();
};

const LONG = {
  title:
    'A very long title that says all there is to say about what is to be seen here, and then some more of it, until nobody reads on',
  description: 'What is told about it at length, with every name and every place. '.repeat(12),
  location: { name: 'The old harbour of a small town by the sea', address: null, lat: null, lng: null },
};
const FOREIGN = {
  source: 'YOUTUBE',
  sourceUrl: 'https://www.youtube-nocookie.com/embed/none',
  externalPlatformName: 'YouTube',
  width: null,
  height: null,
};

async function openStudioVideo(page: Page): Promise<void> {
  await openStudio('/studio')(page);
  await page.getByRole('row').nth(2).getByRole('link').first().click();
}

/** The panel of notifications, on phones their page. */
const openBell = async (page: Page) => {
  const name = /^Notifications/;
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
};

/** The video after the next, without a connection. */
async function loseConnection(page: Page): Promise<void> {
  const shown = page.locator('[data-shown]');
  await page.goto('/feed');
  await page.locator('[data-shown] [data-surface]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  for (const place of [2, 3]) {
    await page.keyboard.press('j');
    await page.locator(`[data-shown][aria-posinset="${place}"]`).waitFor();
  }
  await shown.getByText('You’re offline.').waitFor();
}

/** A feed's last screen. */
async function endFeed(page: Page): Promise<void> {
  const end = page.getByRole('heading', { name: 'You’re all caught up' });
  const { height = 0 } = page.viewportSize() ?? {};
  const isShown = async () => (await end.isVisible()) && ((await end.boundingBox())?.y ?? height) < height;
  while (!(await isShown())) await page.keyboard.press('j', { delay: 400 });
}

const GUEST: Omit<Shot, 'as'>[] = [
  { name: 'home', path: '/', whole: true },
  {
    name: 'home-menu',
    path: '/',
    act: async (page) =>
      (await page.getByRole('button', { name: 'Menu' }).isVisible()) && press('Menu')(page),
  },
  { name: 'videos', path: '/videos' },
  { name: 'videos-beauty', path: '/videos?category=Beauty' },
  { name: 'watch', path: '/', act: openVideo(false) },
  { name: 'watch-whole', path: '/', act: openVideo(false), whole: true },
  { name: 'watch-portrait', path: '/', act: openVideo(true) },
  { name: 'tag', path: '/tags/goldenhour' },
  { name: 'api-docs', path: '/api/docs' },
  { name: 'watch-missing', path: '/video/999999' },
  { name: 'feed-landscape', path: '/feed', act: openVideo(false, feedFrom) },
  { name: 'feed-portrait', path: '/feed', act: openVideo(true, feedFrom) },
  { name: 'feed-comments', path: '/feed', act: press('Comments') },
  { name: 'feed-long-title', path: '/', act: feedOf(LONG) },
  {
    name: 'feed-no-title',
    path: '/',
    act: feedOf({ title: 'Untitled', description: null, location: null }),
  },
  { name: 'feed-foreign', path: '/', act: feedOf(FOREIGN) },
  { name: 'feed-offline', path: '/', act: loseConnection },
  { name: 'feed-menu', path: '/feed', act: press('More actions') },
  { name: 'feed-end', path: '/feed?creator=mara.lindqvist', act: endFeed },
  { name: 'community', path: '/community', whole: true },
  { name: 'post', path: '/community/1', whole: true },
  { name: 'search', path: '/search?q=light' },
  { name: 'search-nothing', path: '/search?q=zzzzqqqq' },
  { name: 'creators', path: '/creators' },
  { name: 'creator', path: '/creators/mara.lindqvist' },
  { name: 'shop', path: '/shop', whole: true },
  { name: 'shop-added', path: '/shop', act: putIn },
  { name: 'product', path: '/shop/1', whole: true },
  { name: 'product-added', path: '/shop/1', act: putIn },
  { name: 'cart-empty', path: '/cart' },
  { name: 'checkout', path: '/shop', act: checkOut, whole: true },
  { name: 'checkout-filled', path: '/shop', act: fillShipping, whole: true },
  { name: 'order', path: '/shop', act: pay, whole: true },
  { name: 'order-missing', path: '/order-confirmation/999999' },
  { name: 'login', path: '/login' },
  { name: 'signup', path: '/signup' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=none' },
  { name: 'terms', path: '/terms', whole: true },
  { name: 'counting', path: '/about/counting', whole: true },
  { name: 'verify-email', path: '/verify-email?token=none' },
  { name: 'take-back-email', path: '/take-back-email?token=none' },
  { name: 'game', path: '/nowhere', act: press('play') },
  { name: 'offline', path: '/', act: goOffline },
  { name: 'not-found', path: '/nowhere' },
];

const ADMIN: Omit<Shot, 'as'>[] = [
  { name: 'admin-home', path: '/' },
  { name: 'member-menu', path: '/', act: press('Account menu') },
  { name: 'history', path: '/history' },
  { name: 'composer', path: '/community' },
  {
    name: 'composer-open',
    path: '/community',
    act: async (page) => page.getByLabel('Write a post').fill('Off to the harbour with a new lens.'),
  },
  { name: 'bell', path: '/', act: openBell },
  { name: 'captions', path: '/', act: openVideo(true, (id) => `/video/${id}/captions`) },
  {
    name: 'trim',
    path: '/',
    act: async (page) => {
      await openStudioVideo(page);
      await press('Open the editor')(page);
    },
  },
  { name: 'upload', path: '/', act: press('Upload or record a video') },
  { name: 'record', path: '/', act: record },
  { name: 'profile', path: '/profile', whole: true },
  { name: 'settings', path: '/settings', whole: true },
  { name: 'edit-profile', path: '/profile', act: press('Edit profile') },
  ...['security', 'notifications', 'appearance', 'blocked', 'api-keys', 'data'].map((page) => ({
    name: page,
    path: `/settings/${page}`,
    whole: true,
  })),
  { name: 'nearby', path: '/nearby' },
  { name: 'studio', path: '/', act: openStudio('/studio'), whole: true },
  {
    name: 'studio-edit',
    path: '/',
    act: openStudioVideo,
    whole: true,
  },
  { name: 'studio-comments', path: '/', act: openInbox },
  { name: 'studio-analytics', path: '/', act: openStudio('/studio?tab=analytics'), whole: true },
  { name: 'orders', path: '/admin-orders', whole: true },
  { name: 'orders-rows', path: '/admin-orders?view=rows' },
  { name: 'products', path: '/admin-orders?tab=products' },
  { name: 'review', path: '/admin?tab=submissions', act: press('Review one by one') },
  { name: 'submissions-changed', path: '/', act: openRevision },
  {
    name: 'review-change',
    path: '/',
    act: async (page) => {
      await openRevision(page);
      await page
        .getByRole('button', { name: /^Review / })
        .nth(1)
        .click();
    },
  },
  ...[
    'overview',
    'submissions',
    'curate',
    'import',
    'archive',
    'reports',
    'people',
    'sign-up',
    'site',
    'categories',
    'videos',
    'community',
    'shop',
    'languages',
    'connections',
    'health',
    'jobs',
    'backups',
    'audit',
  ].map((tab) => ({ name: `admin-${tab}`, path: `/admin?tab=${tab}`, whole: true })),
];

/** Every page and state worth looking at. */
export const SHOTS: Shot[] = [
  ...GUEST.map((shot) => ({ ...shot, as: 'guest' as const })),
  ...ADMIN.map((shot) => ({ ...shot, as: 'admin' as const })),
];
