import type { PageName } from '#contract/pages.ts';
import type { Settings } from '#server/app/start/settings.ts';

/** Hosts PayPal's script, windows and pictures come from. */
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/**
 * What a page may load and run: our own files, YouTube's player without cookies, and on the cart PayPal where it takes
 * the payments (docs/decisions/022). No inline script but the one that stands in every page, no inline
 * style sheet. `page` null: the not-found page.
 */
export function contentPolicy(
  settings: Pick<Settings, 'PAYMENTS' | 'PAYPAL_SDK_URL' | 'PAYPAL_API_URL' | 'MAP_TILES_URL'>,
  page: PageName | null,
  /** Of the script that stands in every page (web/index.html), as `sha256-…`. */
  hashes: string[] = [],
): string {
  const sdk = new URL(settings.PAYPAL_SDK_URL, 'http://self.invalid');
  const payments =
    settings.PAYMENTS === 'paypal' && page === 'cart'
      ? [...new Set([...PAYPAL, sdk.origin, new URL(settings.PAYPAL_API_URL).origin])]
      : [];
  const tiles = settings.MAP_TILES_URL ? [new URL(settings.MAP_TILES_URL).origin] : [];
  const rules: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...payments, ...hashes.map((hash) => `'${hash}'`)],
    // PayPal's buttons bring a style element of their own.
    'style-src': ["'self'", ...(payments.length > 0 ? ["'unsafe-inline'"] : [])],
    'img-src': ["'self'", 'data:', 'blob:', ...payments, ...tiles],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...payments, ...tiles],
    'frame-src': ["'self'", 'https://www.youtube-nocookie.com', ...payments],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** The headers of a page. */
export function pageHeaders(
  settings: Settings,
  page: PageName | null,
  hashes: string[],
): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(settings, page, hashes),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(self), microphone=(self), geolocation=(self), fullscreen=(self "https://www.youtube-nocookie.com"), payment=(self)',
    ...(settings.PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
