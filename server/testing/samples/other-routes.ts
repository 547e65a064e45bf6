/**
 * Routes that are neither endpoint nor page: files, and descriptions of the site. They are the same for every
 * caller.
 */
export const OTHER_ROUTES = [
  'GET /*',
  'GET /api/docs',
  'GET /api/openapi-admin.json',
  'GET /api/openapi.json',
  'GET /assets/*',
  'GET /embed/{id}',
  'GET /feed.json',
  'GET /feed.rss',
  'GET /feed.xml',
  'GET /manifest.webmanifest',
  'GET /media/*',
  'GET /products.xml',
  'GET /indexnow-{file}',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemaps/pages.xml',
  'GET /sitemaps/{name}',
  'GET /theme.css',
  'POST /share-target',
  'OPTIONS /api/submissions/resumable',
  'OPTIONS /api/submissions/resumable/{upload}',
];
