import type { Languages } from '#contract/settings/languages.ts';
import { escapeHtml, escapeXml } from '#server/app/http/escape-html.ts';
import type { SitemapVideo, SitemapEntry } from './sitemap.store.ts';

const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
].join(' ');

export const SITEMAP_START = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n`;
export const SITEMAP_END = '</urlset>\n';

/** Of the whole site, where the pages are more than one holds. */
export function writeIndex(pages: { path: string; changedAt: string }[], { absolute }: Addresses): string {
  const entries = pages.map(
    ({ path, changedAt }) =>
      `<sitemap><loc>${escapeXml(absolute(path))}</loc><lastmod>${changedAt}</lastmod></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`;
}

/** How the site's pages are called, put together once for the thousands of entries of a sitemap. */
export interface Addresses {
  absolute: (path: string) => string;
  /** Links to the same page in other languages, cut where its address goes; `joined`: that has a query of its own. */
  languages: { alone: string[]; joined: string[] };
}

const HERE = '\n';

export function addressesOf(publicUrl: string, { languages, defaultLanguage }: Languages): Addresses {
  const { origin } = new URL(publicUrl);
  // in each language, and the one for all others (developers.google.com, localized versions)
  const tags = languages.length < 2 ? [] : ['x-default', ...languages];
  const linksBy = (mark: string): string[] =>
    tags
      .map((tag) => {
        const query = tag === 'x-default' || tag === defaultLanguage ? '' : `${mark}lang=${tag}`;
        return `<xhtml:link rel="alternate" hreflang="${tag}" href="${HERE}${query}"/>`;
      })
      .join('')
      .split(HERE);
  return {
    absolute: (path) => (path.startsWith('/') ? origin + path : path),
    languages: { alone: linksBy('?'), joined: linksBy('&amp;') },
  };
}

/** A page that has no time of its own. */
export function writeUrl(path: string, { absolute, languages }: Addresses): string {
  const address = escapeXml(absolute(path));
  return `<url><loc>${address}</loc>${writeLanguages(address, languages)}</url>\n`;
}

export function writeEntry(
  { id, path, changedAt, video }: SitemapEntry,
  { absolute, languages }: Addresses,
): string {
  const address = escapeHtml(absolute(path));
  return `<url><loc>${address}</loc><lastmod>${changedAt}</lastmod>${writeLanguages(address, languages)}${video ? writeVideo(id, video, absolute) : ''}</url>\n`;
}

/** Entries that become one text: few, or what is put together outlives the youngest generation of the heap. */
const AT_ONCE = 50;

export function* writeEntries(entries: SitemapEntry[], addresses: Addresses): Generator<string> {
  for (let from = 0; from < entries.length; from += AT_ONCE)
    yield entries
      .slice(from, from + AT_ONCE)
      .map((entry) => writeEntry(entry, addresses))
      .join('');
}

const writeLanguages = (address: string, { alone, joined }: Addresses['languages']): string =>
  (address.includes('?') ? joined : alone).join(address);

/** Characters that a video sitemap may hold. */
const MAX_DESCRIPTION = 2048;
const MAX_SECONDS = 28_800;

const tag = (name: string, text: string): string => `<video:${name}>${text}</video:${name}>`;

function writeVideo(id: number, video: SitemapVideo, absolute: Addresses['absolute']): string {
  const { title, description, seconds, views, publishedAt, thumbnail, file, isSensitive } = video;
  return (
    `<video:video>${tag('thumbnail_loc', escapeHtml(absolute(thumbnail)))}` +
    tag('title', escapeXml(title)) +
    tag('description', escapeXml((description ?? title).slice(0, MAX_DESCRIPTION))) +
    (file ? tag('content_loc', escapeHtml(absolute(file))) : '') +
    tag('player_loc', absolute(`/embed/${id}`)) +
    (seconds > 0 && seconds <= MAX_SECONDS ? tag('duration', String(seconds)) : '') +
    `${tag('view_count', String(views))}${tag('publication_date', publishedAt)}${isSensitive ? tag('family_friendly', 'no') : ''}</video:video>`
  );
}
