import { expect, onceOn, type Page, type Site } from './fixture.ts';

/** What each page shows before it is judged, where its first heading is not enough. */
export type Act = (page: Page) => Promise<unknown>;
export type PageUnderTest = [path: string, act?: Act];

export const press =
  (name: string | RegExp): Act =>
  async (page) =>
    await page.getByRole('button', { name }).first().click();
const fillCart: Act = async (page) => {
  await page.goto('/shop');
  await press('Add to Cart')(page);
  await expect(page.getByRole('button', { name: 'Cart, 1 items' })).toBeVisible();
  await page.goto('/cart');
};

export const FOR_VISITORS: Record<string, PageUnderTest> = {
  home: ['/'],
  videos: ['/videos'],
  feed: ['/feed'],
  'video that is not there': ['/video/999999'],
  community: ['/community'],
  creators: ['/creators'],
  tag: ['/tags/pier'],
  shop: ['/shop'],
  product: ['/shop/1'],
  'empty cart': ['/cart'],
  'full cart': ['/cart', fillCart],
  'shipping form': [
    '/cart',
    async (page) => {
      await fillCart(page);
      await press('Proceed to Checkout')(page);
    },
  ],
  'order that is not there': ['/order-confirmation/999999'],
  login: ['/login'],
  'failed login': ['/login?error=oauth_failed'],
  signup: ['/signup'],
  'signup with gaps': ['/signup', press('Sign Up')],
  forgot: ['/forgot-password'],
  reset: ['/reset-password?token=x'],
  'how we count': ['/about/counting'],
  'not found': ['/nowhere'],
  puzzle: ['/nowhere', press('play a round of blocks')],
};
const TABS = [
  'submissions',
  'curate',
  'import',
  'archive',
  'tags',
  'people',
  'reports',
  'shipping',
  'tax',
  'jobs',
  'audit',
];
const SETTINGS = ['security', 'notifications', 'appearance', 'blocked', 'api-keys', 'data'];
export const FOR_ADMINS: Record<string, PageUnderTest> = {
  'community, signed in': ['/community'],
  profile: ['/profile'],
  settings: ['/settings'],
  ...Object.fromEntries(
    SETTINGS.map((page) => [`settings, ${page}`, [`/settings/${page}`] as PageUnderTest]),
  ),
  overview: ['/admin'],
  ...Object.fromEntries(TABS.map((tab) => [`tab ${tab}`, [`/admin?tab=${tab}`] as PageUnderTest])),
  orders: ['/admin-orders'],
  products: [
    '/admin-orders?tab=products',
    async (page) => await expect(page.getByRole('tab', { name: 'Products', selected: true })).toBeVisible(),
  ],
  discounts: ['/admin-orders?tab=discounts'],
  withdrawals: ['/admin-orders?tab=withdrawals'],
  nearby: ['/nearby'],
  'studio, series': ['/studio?tab=series'],
  'studio, analytics': ['/studio?tab=analytics'],
  'account menu': ['/', press('Account menu')],
  'upload dialog': ['/', press('Upload or record a video')],
};

export const LONG_TITLE = 'Averyveryverylongwordwithoutanyspaceinitthatcouldbreakalayout '.repeat(2);

/** Video titles that pages contain nowhere else. */
export const OWN_TITLES = ['Elsewhere at dusk', 'Soon at dusk', 'Long ago at dusk'] as const;

/** By site: what its pages show here. */
const filled = new Map<Site, Promise<{ video: number; embedded: number }>>();

export const fillSite = (page: Page, site: Site) => onceOn(filled, site, () => fill(page, site));

async function fill(page: Page, site: Site): Promise<{ video: number; embedded: number }> {
  const video = await site.addVideo({ title: LONG_TITLE, is_featured: true, location_name: 'Lisbon' });
  await page.request.post(`/api/videos/${video}/comments`, {
    data: { authorUsername: 'Ann', text: 'Lovely light. \u05e9\u05dc\u05d5\u05dd' },
  });
  const embedded = await site.addVideo({ title: OWN_TITLES[0], source: 'YOUTUBE', source_id: 'abc' });
  await site.addVideo({ title: OWN_TITLES[1], status: 'PENDING' });
  await site.addVideo({ title: OWN_TITLES[2], archived_at: new Date() });
  await page.request.patch(`/api/submissions/${video}`, {
    headers: { authorization: `Bearer ${(await site.signUp('GLOBAL_ADMIN')).token}` },
    data: { tags: ['pier', 'a_tag_of_forty_letters_of_just_that_many'] },
  });
  await post(page, (await site.signUp()).token, 'Hello, see https://example.org #pier');
  return { video, embedded };
}

export async function post(page: Page, token: string, content: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/community/posts', { headers, data: { content } });
}
