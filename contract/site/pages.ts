/**
 * Every page's address, for the app, the server-written HTML and the links in mails. The page of `orderConfirmation`
 * is `web/pages/OrderConfirmationPage.tsx` (or in a folder of its group, `web/pages/accounts/LoginPage.tsx`), with a
 * named export of the same name; a name without a file is answered 404.
 */
export const PAGES = {
  home: '/',
  videos: '/videos',
  search: '/search',
  video: '/video/:id',
  captions: '/video/:id/captions',
  feed: '/feed',
  community: '/community',
  post: '/community/:id',
  shop: '/shop',
  product: '/shop/:id',
  cart: '/cart',
  orderConfirmation: '/order-confirmation/:orderId?',
  invoice: '/orders/:id/invoice',
  withdraw: '/withdraw',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  revertEmail: '/take-back-email',
  oauthCallback: '/oauth-callback',
  profile: '/profile',
  studio: '/studio',
  studioVideo: '/studio/:id',
  settings: '/settings',
  security: '/settings/security',
  notificationPreferences: '/settings/notifications',
  appearance: '/settings/appearance',
  blocked: '/settings/blocked',
  apiKeys: '/settings/api-keys',
  ownData: '/settings/data',
  history: '/history',
  playlists: '/playlists',
  playlist: '/playlist/:id',
  series: '/series/:id',
  archives: '/archives',
  notifications: '/notifications',
  unsubscribe: '/unsubscribe',
  tag: '/tags/:tag',
  creators: '/creators',
  creator: '/creators/:username',
  counting: '/about/counting',
  about: '/about',
  privacy: '/privacy',
  terms: '/terms',
  imprint: '/imprint',
  admin: '/admin',
  adminOrders: '/admin-orders',
  nearby: '/nearby',
  /** What there is without a network (web/worker). */
  offline: '/offline',
  /** Every part of the design system; there in development alone. */
  design: '/design',
} as const;
export type PageName = keyof typeof PAGES;

/** Pages whose first view is the same for everyone: fully rendered by the server. */
export const PUBLIC_PAGES = [
  'home',
  'videos',
  'search',
  'video',
  'feed',
  'community',
  'post',
  'shop',
  'product',
  'creators',
  'creator',
  'tag',
  'playlist',
  'series',
] as const satisfies PageName[];

/** A member's settings, in the order of their index. */
const SETTINGS_PAGES = [
  'settings',
  'security',
  'notificationPreferences',
  'appearance',
  'blocked',
  'apiKeys',
  'ownData',
] as const satisfies PageName[];
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

const SHOP_PAGES: readonly string[] = ['shop', 'product', 'cart'];
/** Not found while nothing is for sale. */
export const isShopPage = (name: string): boolean => SHOP_PAGES.includes(name);

/** Members' own pages: the server renders only a title and a skeleton. */
export const PRIVATE_PAGES = [
  'studio',
  'studioVideo',
  'archives',
  'captions',
  ...SETTINGS_PAGES,
  'history',
  'notifications',
  'admin',
  'adminOrders',
  'nearby',
] as const satisfies PageName[];

export const isPrivate = (name = ''): boolean => PRIVATE_PAGES.some((each) => each === name);
/** All others begin in the browser. */
export const isRendered = (name: string): boolean =>
  name === 'notFound' || isPrivate(name) || PUBLIC_PAGES.some((each) => each === name);

/** A page's metadata for the tab, search engines and messengers, defined by the page itself (web/pages). */
export interface PageHead {
  /** Null: the site's name and tagline. */
  title: string | null;
  description?: string;
  /** Of its one address, where it may be opened by several. */
  path?: string;
  /** Excluded from search engines: nothing to find, or not public. */
  hidden?: boolean;
  /** Not found: answered with 404. */
  isMissing?: boolean;
  type?: 'website' | 'video.other' | 'profile' | 'article';
  /** A whole address; else the site's logo. */
  image?: string | null;
  /** Of `image`, in pixels. */
  imageSize?: { width: number; height: number };
  /** A video that others may play in place: whole addresses of the player alone and of its MP4, and their size in pixels. */
  player?: { page: string; file: string; width: number; height: number } | undefined;
  /** The whole address that others ask by how to embed it. */
  oembed?: string;
  /** schema.org data. */
  data?: object[] | undefined;
  /** Feeds of what the page shows, besides the site's: the query (`?creator=ann`) and a title. */
  feed?: { query: string; title: string } | undefined;
  /** Preloaded: the page's first image. `srcSet`, `sizes` and `crossOrigin` as in its markup. */
  picture?: { href: string; srcSet?: string; sizes?: string; crossOrigin?: boolean } | null;
}
