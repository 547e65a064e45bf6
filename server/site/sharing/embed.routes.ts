import type { Language } from '#contract/text/languages.ts';
import { logoPath } from '#contract/settings/logo.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { sendCached, type Route, type Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { builtFiles } from '../built-files.ts';
import { originsOf } from '../content-policy.ts';
import { findForGuest } from './find-for-guest.ts';
import {
  embedPolicy,
  isEmbeddable,
  writeLinkCard,
  writeEmbed,
  writeMissing,
  type EmbedSite,
} from './embed-page.ts';

const HTML = 'text/html; charset=utf-8';
const TAGS: CacheTag[] = ['videos', 'settings'];

/** The product's orange, where the owner chose no colour. */
const ACCENT = '#f4791f';

/** A bare video player for other sites: no cookie, nothing stored in the browser. */
export const embedRoutes: Routes = (route) => {
  route.app.get<{ Params: { id: string } }>('/embed/:id', async (request, reply) => {
    const { cache } = route.ctx();
    const site = await describeSite(route, languageOf(request, route.settings.owner.languages));
    reply.header('content-security-policy', embedPolicy(site));
    const missing = () =>
      reply.code(404).header('cache-control', 'no-store').type(HTML).send(writeMissing(site));
    const { id } = request.params;
    if (!/^[1-9]\d{0,15}$/.test(id)) return missing();
    const answer = await cache.get(`embed ${site.language} ${id}`, [...TAGS], async () => {
      const video = await findForGuest(route, id);
      const write = video && (isEmbeddable(video) ? writeEmbed : writeLinkCard);
      const headers = { 'content-language': site.language };
      // made-up addresses are as many as anybody likes
      return write ? { body: write(site, video), headers } : { body: '', headers, isSaved: false };
    });
    return answer.body.length > 0 ? sendCached(request, reply, answer, HTML) : missing();
  });
};

async function describeSite(route: Route, language: Language): Promise<EmbedSite> {
  const { settings } = route;
  const { brand, community } = settings.owner;
  const origin = new URL(settings.PUBLIC_URL).origin;
  return {
    name: settings.SITE_NAME,
    language,
    origin,
    logo: brand.logo && logoPath(brand.logo, 'mark'),
    accent: brand.accent ?? ACCENT,
    script: (await builtFiles(route)).scriptOf('embed/embed.ts'),
    mediaOrigins: originsOf(settings.MEDIA_URL ? [settings.MEDIA_URL] : []),
    embedOrigins: community.embedOrigins,
  };
}
