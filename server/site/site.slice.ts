import type { Slice } from '#server/app/slice.ts';
import { announceChanges, pingHub, pingSearchEngines } from './announce/announce.jobs.ts';
import { announceRoutes } from './announce/announce.routes.ts';
import { apiDocumentRoutes } from './api-document.routes.ts';
import { documentRoutes } from './documents.ts';
import { cardRoutes } from './sharing/card.routes.ts';
import { embedRoutes } from './sharing/embed.routes.ts';
import { oembedRoutes } from './sharing/oembed.routes.ts';
import { crawlersRoutes } from './feeds/crawlers.routes.ts';
import { feedsRoutes } from './feeds/feeds.routes.ts';
import { merchantRoutes } from './feeds/merchant.routes.ts';
import { sitemapRoutes } from './feeds/sitemap.routes.ts';
import { pagesRoutes } from './pages.routes.ts';
import { siteRoutes } from './site.routes.ts';
import { themeRoutes } from './theme.ts';

export const siteSlice: Slice = {
  routes: [
    siteRoutes,
    apiDocumentRoutes,
    documentRoutes,
    cardRoutes,
    embedRoutes,
    oembedRoutes,
    crawlersRoutes,
    feedsRoutes,
    merchantRoutes,
    sitemapRoutes,
    announceRoutes,
    themeRoutes,
    pagesRoutes,
  ],
  jobs: [announceChanges, pingSearchEngines, pingHub],
};
