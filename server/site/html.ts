import { LANGUAGE_PARAM, LANGUAGES, type Language } from '#contract/text/languages.ts';
import { logoPath } from '#contract/settings/logo.ts';
import type { PageHead } from '#contract/site/pages.ts';
import { i18nOf } from '#server/app/i18n/translate.ts';
import { escapeHtml } from '#server/app/http/escape-html.ts';
import { FEED_TYPES } from './feed-types.ts';
import type { PublicSettings } from './public-settings.ts';

interface Page {
  language: Language;
  head: PageHead;
  /** Whole addresses: of the page, and of a picture for it. */
  url: string;
  image: string;
  config: PublicSettings;
  /** What the scripts draw the page from, or take it over with, for web/app/client/initial-data.ts. */
  data: object;
  parts: { scripts: string[]; styles: string[] };
  /** The owner's colours and font, as a style sheet. */
  theme: string | null;
  /** The owner's, in place of the built icons. */
  logo: string | null;
  /** Of #root, where the server wrote it: the scripts come after it then. */
  content: string | null;
}

/** Fills the built template: metadata, early fetches, settings and the responses for the page's calls. */
export function writeHtml(template: string, page: Page): string {
  const { language, head, config, content, data, logo } = page;
  const title = head.title
    ? `${head.title} · ${config.siteName}`
    : `${config.siteName} – ${config.siteTagline}`;
  return withIcons(content === null ? template : afterContent(template), logo)
    .replace('<html lang="en">', `<html lang="${language}" dir="${LANGUAGES[language].dir}">`)
    .replace('<!--head-->', () => tagsOf(page).filter(Boolean).join('\n    '))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<div id="root"></div>', (root) =>
      content === null
        ? root
        : `${withoutScript(language, config.shopOffered)}<div id="root">${content}</div>`,
    )
    .replace(
      '<!--data-->',
      () =>
        // after the visible content: a video's data contains its whole transcript
        (head.data ?? [])
          .map((data) => `<script type="application/ld+json">${escapeJson(data)}</script>\n    `)
          .join('') + `<script type="application/json" id="initial-data">${escapeJson(data)}</script>`,
    );
}

const tagsOf = ({ language, head, url, image, config, parts, theme, content }: Page) => [
  ...parts.styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
  theme && `<style data-theme>${theme}</style>`,
  ...parts.scripts.map((href) =>
    content === null ? `<link rel="modulepreload" crossorigin href="${href}">` : laterPreload(href),
  ),
  head.picture && preloadPicture(head.picture),
  head.description && meta('name', 'description', head.description),
  ...(head.hidden ? [meta('name', 'robots', 'noindex')] : addresses(url, config)),
  ...feedLinks(head),
  ...oembedLinks(head, config.siteName),
  meta('property', 'og:site_name', config.siteName),
  meta('property', 'og:title', head.title ?? config.siteTagline),
  head.description && meta('property', 'og:description', head.description),
  meta('property', 'og:locale', localeOf(language)),
  meta('property', 'og:type', head.type ?? 'website'),
  meta('property', 'og:url', url),
  ...pictureTags(head, image),
  ...playerTags(head),
];

/** `de` → `de_DE`: Open Graph wants a country, so the one where most speak it. */
function localeOf(language: Language): string {
  const { language: base, region } = new Intl.Locale(language).maximize();
  return `${base}_${region}`;
}

/** Its one address, whatever the language, and the same page in each language (hreflang), where there are several. */
function addresses(url: string, { languages, defaultLanguage }: PublicSettings): string[] {
  const link = (rel: string, href: string): string => `<link rel=${rel} href="${escapeHtml(href)}">`;
  const inLanguage = (tag: string): string => {
    const address = new URL(url);
    if (tag !== defaultLanguage) address.searchParams.set(LANGUAGE_PARAM, tag);
    return address.href;
  };
  const canonical = link('"canonical"', url);
  if (languages.length < 2) return [canonical];
  return [
    canonical,
    ...languages.map(({ tag }) => link(`"alternate" hreflang="${tag}"`, inLanguage(tag))),
    link('"alternate" hreflang="x-default"', url),
  ];
}

/** For the page's content; the site-wide ones are in the template. */
const feedLinks = ({ feed }: PageHead): string[] =>
  feed
    ? Object.entries(FEED_TYPES).map(([ending, type]) => {
        const href = escapeHtml(`/feed.${ending}${feed.query}`);
        return `<link rel="alternate" type="${type}" href="${href}" title="${escapeHtml(feed.title)}">`;
      })
    : [];

/** How others find out what to embed (oembed.com, 4). */
const oembedLinks = ({ oembed, title }: PageHead, siteName: string): string[] =>
  oembed
    ? ['json', 'xml'].map((format) => {
        const href = `/api/oembed?url=${encodeURIComponent(oembed)}&amp;format=${format}`;
        const type = format === 'json' ? 'application/json' : 'text/xml';
        return `<link rel="alternate" type="${type}+oembed" href="${new URL(oembed).origin}${href}" title="${escapeHtml(title ?? siteName)}">`;
      })
    : [];

const pictureTags = ({ imageSize, title }: PageHead, image: string) => [
  meta('property', 'og:image', image),
  ...(imageSize
    ? [
        meta('property', 'og:image:width', String(imageSize.width)),
        meta('property', 'og:image:height', String(imageSize.height)),
      ]
    : []),
  title && meta('property', 'og:image:alt', title),
  meta('name', 'twitter:image', image),
];

/** The video in place: as a file, and as a player of its own. */
function playerTags({ player, image, type }: PageHead): string[] {
  // a logo or a face is small, and square
  if (!player)
    return [meta('name', 'twitter:card', image && type !== 'profile' ? 'summary_large_image' : 'summary')];
  const { page, file } = player;
  const size = { width: String(player.width), height: String(player.height) };
  const video = (address: string, type: string) => [
    meta('property', 'og:video', address),
    ...(address.startsWith('https:') ? [meta('property', 'og:video:secure_url', address)] : []),
    meta('property', 'og:video:type', type),
    meta('property', 'og:video:width', size.width),
    meta('property', 'og:video:height', size.height),
  ];
  return [
    ...video(file, 'video/mp4'),
    ...video(page, 'text/html'),
    meta('name', 'twitter:card', 'player'),
    meta('name', 'twitter:player', page),
    meta('name', 'twitter:player:width', size.width),
    meta('name', 'twitter:player:height', size.height),
    meta('name', 'twitter:player:stream', file),
    meta('name', 'twitter:player:stream:content_type', 'video/mp4'),
  ];
}

function withIcons(template: string, logo: string | null): string {
  if (logo === null) return template;
  return template
    .replace(
      /<link rel="icon"[^>]*>/,
      `<link rel="icon" href="${logoPath(logo, 'icon-64')}" type="image/png">`,
    )
    .replace(
      /<link rel="apple-touch-icon"[^>]*>/,
      `<link rel="apple-touch-icon" href="${logoPath(logo, 'icon-180')}">`,
    );
}

/** One line, with the links of the mobile menu. */
function withoutScript(language: Language, shopOffered: boolean): string {
  const i18n = i18nOf(language);
  const links = [
    ['/videos', i18n._('Videos')],
    ['/community', i18n._('Community')],
    ...(shopOffered ? [['/shop', i18n._('Shop')]] : []),
    ['/search', i18n._('Search')],
  ].map(
    ([path, name = '']) => `<a class="underline underline-offset-4" href="${path}">${escapeHtml(name)}</a>`,
  );
  return `<noscript><p class="wrap py-2 text-sm text-ink-soft">${escapeHtml(i18n._('Turn on JavaScript to like, post, buy or sign in.'))} ${links.join(' · ')}</p></noscript>`;
}

/** What web/index.html makes a `modulepreload` of: a link without `rel` is none. */
const laterPreload = (href: string): string => `<meta data-after-paint name="preload" content="${href}">`;

/** A page that is readable without scripts: web/index.html loads them after the first paint. */
function afterContent(template: string): string {
  return template
    .replaceAll(/<link rel="modulepreload" crossorigin href="([^"]*)">/g, (_link, href: string) =>
      laterPreload(href),
    )
    .replace(/<script type="module" crossorigin src=/, '<script type="module" crossorigin data-after-paint=');
}

function preloadPicture({ href, srcSet, sizes, crossOrigin }: NonNullable<PageHead['picture']>): string {
  const widths =
    srcSet && sizes ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"` : '';
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(href)}"${widths}${crossOrigin ? ' crossorigin' : ''}>`;
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

/** JSON that can't close its script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
