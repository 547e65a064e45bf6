import { comments } from './comments.ts';
import { community } from './community.ts';
import { creators } from './creators.ts';
import type { Endpoint } from './endpoint.ts';
import { shop } from './shop.ts';
import { videos } from './videos.ts';

/**
 * Every page's address, for the app, the server-written HTML and the links in mails. The page of `orderConfirmation`
 * is `web/pages/OrderConfirmationPage.tsx`, with a named export of the same name; a name without a file is answered 404.
 */
export const PAGES = {
  home: '/',
  videos: '/videos',
  search: '/search',
  video: '/video/:id',
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
  takeBackEmail: '/take-back-email',
  oauthCallback: '/oauth-callback',
  profile: '/profile',
  settings: '/settings',
  security: '/settings/security',
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
  /** Every part of the design system; there in development alone. */
  design: '/design',
} as const;
export type PageName = keyof typeof PAGES;

/** The pages that the server writes in whole; what they show first is the same for everybody. */
export const SERVER_PAGES = [
  'home',
  'videos',
  'video',
  'community',
  'post',
  'shop',
  'product',
  'creators',
  'creator',
] as const satisfies PageName[];

/** What the first view of a page asks a list for. `{category}` is the open video's. */
export const FIRST_QUERIES = {
  rotation: { sort: 'trending', limit: '13' },
  videos: { limit: '60' },
  watchNext: { category: '{category}', limit: '7' },
} as const;

export interface FirstCall {
  endpoint: Endpoint;
  query?: Record<string, string>;
}

/**
 * The public calls of each page's first view: the server sends their answers along, so the page makes none of them.
 * `{names}` are filled in from the page's address; where a page is about one thing its first call fetches that thing,
 * and the others may name its fields too. What is one's own (likes, cart, orders) can't travel in a page that is kept
 * for everybody.
 */
export const FIRST_CALLS: Partial<Record<PageName, FirstCall[]>> = {
  home: [{ endpoint: videos.list, query: FIRST_QUERIES.rotation }],
  videos: [{ endpoint: videos.list, query: FIRST_QUERIES.videos }],
  feed: [{ endpoint: videos.feed }],
  video: [
    { endpoint: videos.get },
    { endpoint: comments.list },
    { endpoint: videos.list, query: FIRST_QUERIES.watchNext },
  ],
  community: [
    { endpoint: community.list },
    { endpoint: community.trendingVideos },
    { endpoint: community.trendingComments },
  ],
  post: [
    { endpoint: community.get },
    { endpoint: community.trendingVideos },
    { endpoint: community.trendingComments },
  ],
  shop: [{ endpoint: shop.products }],
  product: [{ endpoint: shop.product }, { endpoint: shop.products }],
  cart: [{ endpoint: shop.products }],
  creators: [{ endpoint: creators.list }],
  creator: [{ endpoint: creators.get }],
};
