import { escapeXml } from '#server/app/http/escape-html.ts';
import type { SitemapClip, SitemapEntry } from './sitemap.store.ts';

const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
].join(' ');

export const SITEMAP_START = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n`;
export const SITEMAP_END = '</urlset>\n';

/** Of the whole site, where the pages are more than one holds. */
export function writeIndex(
  pages: { path: string; changedAt: Date }[],
  absolute: (path: string) => string,
): string {
  const entries = pages.map(
    ({ path, changedAt }) =>
      `<sitemap><loc>${escapeXml(absolute(path))}</loc><lastmod>${changedAt.toISOString()}</lastmod></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`;
}

export interface Addresses {
  absolute: (path: string) => string;
  /** In which the site is read; of one alone nothing is said. */
  languages: string[];
  /** The page without a language in its address. */
  defaultLanguage: string;
}

/** A page that has no time of its own. */
export const writePlace = (path: string, addresses: Addresses): string =>
  `<url><loc>${escapeXml(addresses.absolute(path))}</loc>${writeLanguages(path, addresses)}</url>\n`;

export function writeEntry({ id, path, changedAt, clip }: SitemapEntry, addresses: Addresses): string {
  const { absolute } = addresses;
  return (
    `<url><loc>${escapeXml(absolute(path))}</loc><lastmod>${changedAt.toISOString()}</lastmod>` +
    `${writeLanguages(path, addresses)}${clip ? writeClip(id, clip, absolute) : ''}</url>\n`
  );
}

/** The same page in each language, and the one for all others (developers.google.com, localized versions). */
function writeLanguages(path: string, { absolute, languages, defaultLanguage }: Addresses): string {
  if (languages.length < 2) return '';
  const address = escapeXml(absolute(path));
  const mark = path.includes('?') ? '&amp;' : '?';
  const link = (language: string, query: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${address}${query}"/>`;
  let links = link('x-default', '');
  for (const tag of languages) links += link(tag, tag === defaultLanguage ? '' : `${mark}lang=${tag}`);
  return links;
}

/** Characters that a video sitemap may hold. */
const MAX_DESCRIPTION = 2048;
const MAX_SECONDS = 28_800;

function writeClip(id: number, clip: SitemapClip, absolute: (path: string) => string): string {
  const { title, description, seconds, views, publishedAt, thumbnail, file } = clip;
  const tag = (name: string, text: string) => `<video:${name}>${escapeXml(text)}</video:${name}>`;
  return `<video:video>${[
    tag('thumbnail_loc', absolute(thumbnail)),
    tag('title', title),
    tag('description', (description ?? title).slice(0, MAX_DESCRIPTION)),
    file ? tag('content_loc', absolute(file)) : '',
    tag('player_loc', absolute(`/embed/${id}`)),
    seconds > 0 && seconds <= MAX_SECONDS ? tag('duration', String(seconds)) : '',
    tag('view_count', String(views)),
    tag('publication_date', publishedAt.toISOString()),
  ].join('')}</video:video>`;
}
