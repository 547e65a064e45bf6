import type { Routes } from '#server/app/http/handle.ts';
import { nameLanguage } from '#server/app/http/negotiate.ts';
import { ownerTexts } from '#server/app/start/owner-texts.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { webManifest } from '../manifest.ts';

/** What crawlers may read, and what a browser needs to install the site. */
export const crawlersRoutes: Routes = (route) => {
  const { settings } = route;

  route.app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          'Allow: /',
          'Disallow: /api/',
          'Allow: /api/docs',
          'Allow: /api/oembed',
          'Allow: /api/videos/*/card.png',
          'Disallow: /admin',
          'Disallow: /admin-orders',
          'Disallow: /nearby',
          'Disallow: /search',
          'Disallow: /cart',
          'Disallow: /profile',
          'Disallow: /studio',
          'Disallow: /settings',
          'Disallow: /order-confirmation/',
          '',
          `Sitemap: ${new URL('/sitemap.xml', settings.PUBLIC_URL).href}`,
          '',
        ].join('\n'),
      ),
  );

  route.app.get('/manifest.webmanifest', async (request, reply) => {
    const language = languageOf(request, settings.owner.languages);
    const { text: tagline } = ownerTexts(settings, language).text('tagline');
    return nameLanguage(reply, language)
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(webManifest(settings.SITE_NAME, tagline ?? '', settings.owner, language)));
  });
};
