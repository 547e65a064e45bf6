/**
 * Every page's address, for the app, the server-written HTML and the links in mails. The page of `orderConfirmation`
 * is `web/pages/OrderConfirmationPage.tsx`, with a named export of the same name; a name without a file is answered 404.
 */
export const PAGES = {
  home: '/',
  videos: '/videos',
  video: '/video/:id',
  community: '/community',
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
  creators: '/creators',
  creator: '/creators/:username',
  counting: '/about/counting',
  admin: '/admin',
  adminOrders: '/admin-orders',
  nearby: '/nearby',
} as const;
export type PageName = keyof typeof PAGES;
