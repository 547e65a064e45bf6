import type { PostThread } from '#contract/community.ts';
import { logoPath } from '#contract/logo.ts';
import type { Video } from '#contract/videos.ts';
import type { Context } from '#server/app/context.ts';
import { notFound } from '#server/app/http/errors.ts';
import { sendCached, type Routes } from '#server/app/http/handle.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { FEED_TYPES, type FeedEnding } from '../feed-types.ts';
import { writeAtom } from './atom.ts';
import { itemOfPost, itemOfVideo, planFeed, type Feed, type FeedItem, type FeedQuery } from './feed.ts';
import { writeJsonFeed } from './json-feed.ts';
import { writeRss } from './rss.ts';

const WRITERS: Record<FeedEnding, (feed: Feed) => string> = {
  xml: writeAtom,
  rss: writeRss,
  json: writeJsonFeed,
};

/** What is new on the site, of a creator, in a category, on the board: as Atom, RSS and JSON Feed. */
export const feedsRoutes: Routes = (route) => {
  const { settings } = route;
  const absolute = (path: string): string => new URL(path, settings.PUBLIC_URL).href;

  const readItems = async (list: string, isBoard: boolean): Promise<FeedItem[]> => {
    const found = await route.app.inject({ method: 'GET', url: list });
    if (found.statusCode !== 200) throw notFound('This feed');
    if (isBoard) return found.json<PostThread[]>().flatMap((post) => itemOfPost(post, absolute) ?? []);
    const videos = found.json<Video[]>();
    const sizes = await Promise.all(videos.map((video) => sizeOf(route.ctx(), video)));
    return videos.map((video, at) => itemOfVideo(video, absolute, sizes[at] ?? 0));
  };

  for (const [ending, type] of Object.entries(FEED_TYPES) as [FeedEnding, string][])
    route.app.get<{ Querystring: FeedQuery }>(
      `/feed.${ending}`,
      { config: { readableAnywhere: true } },
      async (request, reply) => {
        const language = languageOf(request, settings.owner.languages);
        const plan = planFeed(request.query, settings.SITE_NAME, language);
        const path = `/feed.${ending}${plan.query}`;
        const tag = plan.isBoard ? 'community' : 'videos';
        const answer = await route
          .ctx()
          .cache.get(`${path} ${language}`, [tag, 'creators', 'settings'], async () => {
            const { logo } = settings.owner.brand;
            const feed: Feed = {
              title: plan.title,
              description: settings.SITE_TAGLINE || plan.title,
              language,
              self: absolute(path),
              page: absolute(plan.page),
              icon: absolute(logo ? logoPath(logo, 'icon-512') : '/icon-512.png'),
              items: await readItems(plan.list, plan.isBoard),
            };
            return { body: WRITERS[ending](feed), headers: { 'content-language': language } };
          });
        return sendCached(request, reply, answer, `${type}; charset=utf-8`);
      },
    );
};

/** Bytes of a clip's file; 0 where that lies elsewhere. */
async function sizeOf({ storage }: Context, { sourceUrl }: Video): Promise<number> {
  const [, key] = /^\/media\/(videos\/.+)$/.exec(sourceUrl ?? '') ?? [];
  return key === undefined ? 0 : ((await storage.stat(key))?.size ?? 0);
}
