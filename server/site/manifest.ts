import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '#contract/text/languages.ts';
import { SHARE_TARGET } from '#contract/site/offline-names.ts';
import { logoPath } from '#contract/settings/logo.ts';
import { msg } from '#contract/text/message.ts';
import { i18nOf } from '#server/app/i18n/translate.ts';
import { OWNER_DEFAULTS, type OwnerSettings } from '#server/app/start/owner-settings.ts';

/** Of the product's own sample content, for the dialog in which phones install it. */
const SCREENSHOTS = [
  {
    form_factor: 'narrow',
    sizes: '780x1688',
    src: '/screenshots/narrow.webp',
    label: msg('Videos on a phone'),
  },
  {
    form_factor: 'wide',
    sizes: '1440x900',
    src: '/screenshots/wide.webp',
    label: msg('Videos on a wide screen'),
  },
].map((picture) => ({ ...picture, type: 'image/webp' }));

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
  language: Language = SOURCE_LANGUAGE,
): object {
  const i18n = i18nOf(language);
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: language,
    dir: LANGUAGES[language].dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fcf9f5',
    theme_color: accent ?? '#f4791f',
    icons: [...iconsOf(logo), ...(logo ? [] : [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }])],
    categories: ['entertainment', 'social', 'photo'],
    shortcuts: [
      { name: i18n._('All videos'), url: '/videos' },
      { name: i18n._('Feed'), url: '/feed' },
      { name: i18n._('Community'), url: '/community' },
      ...(shop.offered ? [{ name: i18n._('Shop'), url: '/shop' }] : []),
    ].map((shortcut) => ({ ...shortcut, icons: iconsOf(logo).slice(0, 1) })),
    screenshots: SCREENSHOTS.map((picture) => ({ ...picture, label: i18n._(picture.label) })),
    // web/worker takes it
    share_target: {
      action: SHARE_TARGET,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', files: [{ name: 'film', accept: ['video/*'] }] },
    },
  };
}
