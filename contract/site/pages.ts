/**
 * Every page's address, for the app, the server-written HTML and the links in mails. The page of `orderConfirmation`
 * is `web/pages/OrderConfirmationPage.tsx`, with a named export of the same name; a name without a file is answered 404.
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
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  revertEmail: '/take-back-email',
  oauthCallback: '/oauth-callback',
  profile: '/profile',
  studio: '/studio',
  settings: '/settings',
  security: '/settings/security',
  playlists: '/playlists',
  playlist: '/playlist/:id',
  series: '/series/:id',
  archives: '/archives',
  notifications: '/notifications',
  notificationPreferences: '/settings/notifications',
  unsubscribe: '/unsubscribe',
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

/** Pages whose first view is the same for everybody: the server renders all of it. */
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
  'playlist',
  'series',
] as const satisfies PageName[];

/** Pages of one's own: the server renders their title and a skeleton, for whoever asks. */
export const PRIVATE_PAGES = [
  'studio',
  'archives',
  'captions',
  'settings',
  'security',
  'notifications',
  'notificationPreferences',
  'admin',
  'adminOrders',
  'nearby',
] as const satisfies PageName[];

export const isPrivate = (name = ''): boolean => PRIVATE_PAGES.some((each) => each === name);
/** All others begin in the browser. */
export const isRendered = (name: string): boolean =>
  name === 'notFound' || isPrivate(name) || PUBLIC_PAGES.some((each) => each === name);

/** What a page says of itself to the tab, to search engines and to messengers. The page itself says it (web/pages). */
export interface PageHead {
  /** Null: the site's name and tagline. */
  title: string | null;
  description?: string;
  /** Of its one address, where it may be opened by several. */
  path?: string;
  /** Kept out of search engines: nothing to find, or not for everybody. */
  hidden?: boolean;
  /** There is no such thing: it is answered with 404. */
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
  /** The feeds of what it shows, beside those of the site: their query (`?creator=ann`), and of whom or what they tell. */
  feed?: { query: string; title: string } | undefined;
  /** Fetched early: what the page shows first. `srcSet`, `sizes` and `crossOrigin` as the page says them. */
  picture?: { href: string; srcSet?: string; sizes?: string; crossOrigin?: boolean } | null;
}
