import type { Slice } from '#server/app/slice.ts';
import { apiDocumentRoutes } from './api-document.routes.ts';
import { documentRoutes } from './documents.ts';
import { feedsRoutes } from './feeds.routes.ts';
import { pagesRoutes } from './pages.routes.ts';
import { siteRoutes } from './site.routes.ts';
import { themeRoutes } from './theme.ts';

export const siteSlice: Slice = {
  routes: [siteRoutes, apiDocumentRoutes, documentRoutes, feedsRoutes, themeRoutes, pagesRoutes],
};
