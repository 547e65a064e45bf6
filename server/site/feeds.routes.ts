import type { Post } from '#contract/community.ts';
import type { Creator } from '#contract/creators.ts';
import type { Product } from '#contract/shop/shop.ts';
import { MAX_PAGE_SIZE, type Video } from '#contract/videos.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { sendCached } from '#server/app/http/handle.ts';
import { notFound } from '#server/app/http/errors.ts';
import { escapeXml } from '#server/app/http/escape-html.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { planFeed, writeFeed } from './atom-feed.ts';
import { webManifest } from './manifest.ts';

const POSTS_LISTED = 500;

/** What machines read of the site: crawlers, feed readers, and browsers that install it. */
export const feedsRoutes: Routes = (route) => {
  const { settings } = route;
  const absolute = (path: string): string => new URL(path, settings.PUBLIC_URL).href;
  const list = async <T>(url: string): Promise<T[]> => {
    const answer = await route.app.inject({ method: 'GET', url });
    return answer.statusCode === 200 ? answer.json<T[]>() : [];
  };
  const listVideos = (limit: number) => list<Video>(`/api/videos?limit=${limit}`);

  route.app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          'Allow: /',
          'Disallow: /api/',
          'Allow: /api/docs',
          'Disallow: /admin',
          'Disallow: /admin-orders',
          'Disallow: /nearby',
          'Disallow: /search',
          'Disallow: /cart',
          'Disallow: /profile',
          'Disallow: /settings',
          'Disallow: /order-confirmation/',
          '',
          `Sitemap: ${absolute('/sitemap.xml')}`,
          '',
        ].join('\n'),
      ),
  );

  route.app.get('/manifest.webmanifest', async (request, reply) => {
    const language = languageOf(request, settings.owner.languages);
    return reply
      .type('application/manifest+json')
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-language': language,
        vary: 'Accept-Language, Cookie',
      })
      .send(JSON.stringify(webManifest(settings.SITE_NAME, settings.SITE_TAGLINE, settings.owner, language)));
  });

  route.app.get('/sitemap.xml', async (request, reply) => {
    const answer = await route
      .ctx()
      .cache.get('sitemap', ['videos', 'community', 'products', 'creators', 'settings'], async () => {
        const pages = [
          '/',
          '/videos',
          '/community',
          ...(settings.owner.shop.offered ? ['/shop'] : []),
          '/creators',
        ].map((path) => `<url><loc>${escapeXml(absolute(path))}</loc></url>`);
        const entry = (path: string, changedAt: string) =>
          `<url><loc>${escapeXml(absolute(path))}</loc><lastmod>${changedAt}</lastmod></url>`;
        const videos = (await listVideos(MAX_PAGE_SIZE)).map(({ id, createdAt }) =>
          entry(`/video/${id}`, createdAt),
        );
        const posts = (await list<Post>(`/api/community/posts?limit=${POSTS_LISTED}`)).map(
          ({ id, createdAt, editedAt }) => entry(`/community/${id}`, editedAt ?? createdAt),
        );
        const undated = [
          ...(await list<Product>('/api/products')).map(({ id }) => `/shop/${id}`),
          ...(await list<Creator>('/api/creators')).map(
            ({ username }) => `/creators/${encodeURIComponent(username)}`,
          ),
        ].map((path) => `<url><loc>${escapeXml(absolute(path))}</loc></url>`);
        return {
          body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...pages, ...videos, ...posts, ...undated].join('\n')}\n</urlset>\n`,
          headers: {},
        };
      });
    return sendCached(request, reply, answer, 'application/xml; charset=utf-8');
  });

  route.app.get<{ Querystring: { creator?: string; category?: string } }>(
    '/feed.xml',
    { config: { readableAnywhere: true } },
    async (request, reply) => {
      const plan = planFeed(request.query, settings.SITE_NAME);
      const language = languageOf(request, settings.owner.languages);
      const answer = await route
        .ctx()
        .cache.get(`${plan.path} ${language}`, ['videos', 'creators'], async () => {
          const found = await route.app.inject({ method: 'GET', url: plan.list });
          if (found.statusCode !== 200) throw notFound('This feed');
          return {
            body: writeFeed(plan, found.json<Video[]>(), absolute, language),
            headers: { 'content-language': language },
          };
        });
      return sendCached(request, reply, answer, 'application/atom+xml; charset=utf-8');
    },
  );
};
