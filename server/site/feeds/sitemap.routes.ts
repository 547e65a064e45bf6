import { Readable } from 'node:stream';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { notFound } from '#server/app/http/errors.ts';
import { sendCached, type Route, type Routes } from '#server/app/http/handle.ts';
import { addressesOf, SITEMAP_END, SITEMAP_START, writeEntries, writeIndex, writeUrl } from './sitemap.ts';
import {
  listSitemapPages,
  PAGE_IDS,
  readSitemapPage,
  SITEMAP_KINDS,
  type SitemapKind,
  type SitemapPage,
} from './sitemap.store.ts';

const XML = 'application/xml; charset=utf-8';
const TAGS: CacheTag[] = ['videos', 'community', 'products', 'creators', 'playlists', 'settings'];

/** One of a small site, else an index of pages; each page is sent while it is read. */
export const sitemapRoutes: Routes = (route) => {
  route.app.get('/sitemap.xml', async (request, reply) => {
    const { cache } = route.ctx();
    const answer = await cache.get('sitemap', [...TAGS], async () => {
      const { pages, entries } = await listPages(route);
      const addresses = hereOf(route);
      if (entries + listStaticPages(route).length > PAGE_IDS)
        return { body: writeIndex(withPages(pages), addresses), headers: {} };
      const written = [SITEMAP_START];
      for await (const text of writeWhole(route, pages)) written.push(text);
      return { body: [...written, SITEMAP_END].join(''), headers: {} };
    });
    return sendCached(request, reply, answer, XML);
  });

  route.app.get('/sitemaps/pages.xml', async (_request, reply) => {
    const addresses = hereOf(route);
    const pages = listStaticPages(route).map((path) => writeUrl(path, addresses));
    return reply.type(XML).send([SITEMAP_START, ...pages, SITEMAP_END].join(''));
  });

  route.app.get<{ Params: { name: string } }>('/sitemaps/:name', async (request, reply) => {
    const [, name, number = ''] = /^([a-z]+)-([1-9]\d{0,8})\.xml$/.exec(request.params.name) ?? [];
    const kind = kindsOf(route).find((each) => each === name);
    if (!kind) throw notFound('This page');
    const batches = readSitemapPage(route.ctx().db, kind, Number(number));
    const first = await batches.next();
    if (first.done) throw notFound('This page');
    const addresses = hereOf(route);
    const write = async function* () {
      yield SITEMAP_START;
      yield* writeEntries(first.value, addresses);
      for await (const batch of batches) yield* writeEntries(batch, addresses);
      yield SITEMAP_END;
    };
    return reply
      .type(XML)
      .header('cache-control', 'public, max-age=300')
      .send(Readable.from(write(), { objectMode: false }));
  });
};

const hereOf = ({ settings }: Route) => addressesOf(settings.PUBLIC_URL, settings.owner.languages);

const kindsOf = ({ settings }: Route): SitemapKind[] =>
  SITEMAP_KINDS.filter((kind) => kind !== 'products' || settings.owner.shop.offered);

const listStaticPages = ({ settings: { owner } }: Route): string[] => [
  '/',
  '/videos',
  ...owner.categories.videos.map((name) => `/videos?category=${encodeURIComponent(name)}`),
  '/community',
  ...(owner.shop.offered ? ['/shop'] : []),
  '/creators',
];

type Listed = SitemapPage & { kind: SitemapKind };

async function listPages(route: Route): Promise<{ pages: Listed[]; entries: number }> {
  const { db } = route.ctx();
  const lists = await Promise.all(
    kindsOf(route).map(async (kind) => (await listSitemapPages(db, kind)).map((page) => ({ ...page, kind }))),
  );
  const pages = lists.flat();
  return { pages, entries: pages.reduce((sum, { entries }) => sum + entries, 0) };
}

function withPages(pages: Listed[]): { path: string; changedAt: string }[] {
  const newest = pages.reduce((latest, { changedAt }) => (changedAt > latest ? changedAt : latest), '');
  return [
    { path: '/sitemaps/pages.xml', changedAt: newest },
    ...pages.map(({ kind, page, changedAt }) => ({ path: `/sitemaps/${kind}-${page}.xml`, changedAt })),
  ];
}

async function* writeWhole(route: Route, pages: Listed[]): AsyncGenerator<string> {
  const addresses = hereOf(route);
  for (const path of listStaticPages(route)) yield writeUrl(path, addresses);
  for (const { kind, page } of pages)
    for await (const batch of readSitemapPage(route.ctx().db, kind, page))
      yield* writeEntries(batch, addresses);
}
