import { isHost } from '#contract/site/address.ts';
import type { PageName } from '#contract/site/pages.ts';
import type { Settings } from '#server/app/start/settings.ts';
import type { InlineHashes } from './web-files.ts';

/** Hosts PayPal's script, windows and pictures come from. */
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/**
 * What a page may load and run: our own files, YouTube's cookieless player, and on the cart PayPal if it
 * takes the payments. No inline script or style sheet except those of the template. `page` null: the
 * not-found page.
 */
export function contentPolicy(
  settings: Pick<Settings, 'PAYMENTS' | 'PAYPAL_SDK_URL' | 'PAYPAL_API_URL' | 'MAP_TILES_URL' | 'MEDIA_URL'>,
  page: PageName | null,
  /** From the page template (web/index.html). */
  hashes: InlineHashes = { scripts: [], styles: [] },
): string {
  const sdk = new URL(settings.PAYPAL_SDK_URL, 'http://self.invalid');
  const payments =
    settings.PAYMENTS === 'paypal' && page === 'cart'
      ? [...new Set([...PAYPAL, ...originsOf([sdk.href, settings.PAYPAL_API_URL])])]
      : [];
  const tiles = originsOf(settings.MAP_TILES_URL ? [settings.MAP_TILES_URL] : []);
  const media = originsOf(settings.MEDIA_URL ? [settings.MEDIA_URL] : []);
  const rules: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...payments, ...hashes.scripts.map(quote)],
    // PayPal's buttons bring a style element of their own; a hash beside it would forbid that again.
    'style-src': ["'self'", ...(payments.length > 0 ? ["'unsafe-inline'"] : hashes.styles.map(quote))],
    'img-src': ["'self'", 'data:', 'blob:', ...payments, ...tiles, ...media],
    'media-src': ["'self'", 'blob:', ...media],
    'connect-src': ["'self'", ...payments, ...tiles, ...media],
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

/**
 * From the owner's addresses: an invalid host (`x;script-src-elem`) would end its directive and start
 * another.
 */
export const originsOf = (addresses: string[]): string[] =>
  addresses
    .map((address) => new URL(address))
    .filter(({ hostname }) => isHost(hostname))
    .map(({ origin }) => origin);

const quote = (source: string): string => `'${source}'`;

/** The headers of a page. */
export function pageHeaders(
  settings: Settings,
  page: PageName | null,
  hashes: InlineHashes,
): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(settings, page, hashes),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(self), microphone=(self), geolocation=(self), fullscreen=(self "https://www.youtube-nocookie.com"), payment=(self)',
  };
}
