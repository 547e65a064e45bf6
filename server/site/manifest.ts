import { logoPath } from '#contract/logo.ts';
import { OWNER_DEFAULTS, type OwnerSettings } from '#server/app/start/owner-settings.ts';

const iconsOf = (logo: string | null) =>
  ['any', 'maskable'].flatMap((purpose) =>
    ([192, 512] as const).map((size) => ({
      src: logo ? logoPath(logo, `icon-${size}`) : `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  );

/** What a phone needs to put the site on its home screen (W3C Web Application Manifest). */
export function webManifest(
  name: string,
  description: string,
  { brand: { accent, logo }, shop }: Pick<OwnerSettings, 'brand' | 'shop'> = OWNER_DEFAULTS,
): object {
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fcf9f5',
    theme_color: accent ?? '#f4791f',
    icons: [...iconsOf(logo), ...(logo ? [] : [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }])],
    shortcuts: [
      { name: 'All videos', url: '/videos' },
      { name: 'Community', url: '/community' },
      ...(shop.offered ? [{ name: 'Shop', url: '/shop' }] : []),
    ],
  };
}
