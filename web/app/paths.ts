import { addressOf } from '#contract/site/address.ts';
import { PAGES, type SettingsPage } from '#contract/site/pages.ts';

/** Every URL of the app. Links are built only here. */
export const paths = {
  home: () => PAGES.home,
  videos: () => PAGES.videos,
  following: () => `${PAGES.videos}?following=true`,
  /** `from`: the second it plays from. */
  reply: (postId: number, id: number) => `/community/${postId}?reply=${id}`,
  comment: (videoId: number, id: number) => `/video/${videoId}?comment=${id}`,
  video: (id: number, from?: number) =>
    `/video/${id}${from === undefined ? '' : `?t=${Math.floor(from * 10) / 10}`}`,
  /** The player alone; no page of the app. */
  embed: (id: number) => `/embed/${id}`,
  history: () => PAGES.history,
  playlists: () => PAGES.playlists,
  playlist: (id: number) => `/playlist/${id}`,
  /** A video within a playlist that is played through. */
  inPlaylist: (id: number, playlist: number) => `/video/${id}?playlist=${playlist}`,
  archives: () => PAGES.archives,
  series: (id: number) => `/series/${id}`,
  captions: (id: number) => `/video/${id}/captions`,
  /** `query`: which videos, see contract/videos/feed-address.ts. */
  feed: (query?: Record<string, string | undefined>) => addressOf(PAGES.feed, undefined, query),
  search: (query?: Record<string, string | undefined>) => addressOf(PAGES.search, undefined, query),
  community: () => PAGES.community,
  post: (id: number) => `/community/${id}`,
  shop: () => PAGES.shop,
  product: (id: number | string, variantId?: number) =>
    variantId === undefined ? `/shop/${id}` : `/shop/${id}?variant=${variantId}`,
  invoice: (orderId: number, number?: string) =>
    number === undefined ? `/orders/${orderId}/invoice` : `/orders/${orderId}/invoice?number=${number}`,
  cart: () => PAGES.cart,
  orderConfirmation: (id: number, key?: string | null) =>
    `/order-confirmation/${id}${key ? `?key=${encodeURIComponent(key)}` : ''}`,
  withdraw: (orderId?: number) => addressOf(PAGES.withdraw, undefined, { order: orderId }),
  login: (error?: string) => (error ? `${PAGES.login}?error=${encodeURIComponent(error)}` : PAGES.login),
  signup: () => PAGES.signup,
  forgotPassword: () => PAGES.forgotPassword,
  resetPassword: (token?: string) =>
    token ? `${PAGES.resetPassword}?token=${encodeURIComponent(token)}` : PAGES.resetPassword,
  profile: () => PAGES.profile,
  studio: (tab?: 'series') => (tab ? `${PAGES.studio}?tab=${tab}` : PAGES.studio),
  /** `section`: the one that the page opens at. */
  studioVideo: (id: number, section?: 'captions' | 'products' | 'danger') =>
    `${PAGES.studio}/${id}${section ? `#${section}` : ''}`,
  analytics: (videoId: number) => `${PAGES.studio}?tab=analytics&video=${videoId}`,
  settings: (page: SettingsPage = 'settings') => PAGES[page],
  notifications: () => PAGES.notifications,
  tag: (tag: string) => `/tags/${encodeURIComponent(tag)}`,
  creators: () => PAGES.creators,
  creator: (username: string) => `/creators/${encodeURIComponent(username)}`,
  counting: () => PAGES.counting,
  document: (name: 'about' | 'privacy' | 'terms' | 'imprint') => PAGES[name],
  admin: () => PAGES.admin,
  adminOrders: () => PAGES.adminOrders,
  nearby: () => PAGES.nearby,
  offline: () => PAGES.offline,
} as const;
