import type { PostThread } from '#contract/community/community.ts';
import { LANGUAGE_PARAM } from '#contract/text/languages.ts';
import { logoPath } from '#contract/settings/logo.ts';
import type { Video } from '#contract/videos/videos.ts';
import type { Context } from '#server/app/context.ts';
import { notFound } from '#server/app/http/errors.ts';
import { sendCached, type Routes } from '#server/app/http/handle.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { requestedLanguage } from '#server/app/i18n/choose-language.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { translate } from '#server/app/i18n/translate.ts';
import { ownerTexts } from '#server/app/start/owner-texts.ts';
import { findSeries, listLatestOfSeries } from '#server/lists/series.store.ts';
import { hubOf } from '../announce/announce.rules.ts';
import { FEED_TYPES, queryOfFeed, type FeedEnding, type FeedQuery } from '../feed-types.ts';
import { writeAtom } from './atom.ts';
import { listEdits } from './feeds.store.ts';
import {
  FEED_SHOWN,
  itemOfPost,
  itemOfVideo,
  planFeed,
  type Feed,
  type FeedItem,
  type FeedPlan,
} from './feed.ts';
import { writeJsonFeed } from './json-feed.ts';
import { writeRss } from './rss.ts';

const WRITERS: Record<FeedEnding, (feed: Feed) => string> = {
  xml: writeAtom,
  rss: writeRss,
  json: writeJsonFeed,
};

/** The data of a feed; for a series its own texts, too. */
interface Read {
  items: FeedItem[];
  name?: string;
  description?: string | null;
}

/** What is new on the site, of a creator, in a category or a series, with a tag, on the board: as Atom, RSS and JSON Feed. */
export const feedsRoutes: Routes = (route) => {
  const { settings } = route;
  const absolute = (path: string): string => new URL(path, settings.PUBLIC_URL).href;

  const itemsOf = async (videos: Video[]): Promise<FeedItem[]> => {
    const ids = videos.map(({ id }) => id);
    const [edits, ...sizes] = await Promise.all([
      listEdits(route.ctx().db, ids),
      ...videos.map((video) => sizeOf(route.ctx(), video)),
    ]);
    return videos.map((video, at) =>
      itemOfVideo(video, absolute, { bytes: sizes[at] ?? 0, changedAt: edits.get(video.id) ?? null }),
    );
  };
  const readList = async (list: string, isBoard: boolean): Promise<Read> => {
    const found = await route.app.inject({ method: 'GET', url: list });
    if (found.statusCode !== 200) throw notFound('This feed');
    if (!isBoard) return { items: await itemsOf(found.json<Video[]>()) };
    return { items: found.json<PostThread[]>().flatMap((post) => itemOfPost(post, absolute) ?? []) };
  };
  /** As it is called now. Throws 404. */
  const tagNow = async (tag: string): Promise<string> => {
    const address = (name: string) => `/api/tags/${encodeURIComponent(name)}`;
    const found = await route.app.inject({ method: 'GET', url: address(tag) });
    const [, name] = /^\/api\/tags\/(.+)$/.exec(String(found.headers.location ?? address(tag))) ?? [];
    if (![200, 301].includes(found.statusCode) || name === undefined) throw notFound('This feed');
    return decodeURIComponent(name);
  };
  const readSeries = async (id: number): Promise<Read> => {
    const { db, signedUrls } = route.ctx();
    const series = await findSeries(db, signedUrls, null, id);
    if (!series) throw notFound('This feed');
    const latest = await listLatestOfSeries(db, signedUrls, id, FEED_SHOWN);
    return { items: await itemsOf(latest), name: series.title, description: series.description };
  };

  for (const [ending, type] of Object.entries(FEED_TYPES) as [FeedEnding, string][])
    route.app.get<{ Querystring: FeedQuery }>(
      `/feed.${ending}`,
      { config: { readableAnywhere: true } },
      async (request, reply) => {
        const { query, page, source, name } = planFeed(request.query);
        const tag = new URLSearchParams(query).get('tag');
        const moved = tag && (await tagNow(tag));
        if (moved && moved !== tag)
          return reply.redirect(`/feed.${ending}${queryOfFeed({ tag: moved })}`, 301);
        const chosen = requestedLanguage(request.url, settings.owner.languages);
        const inLanguage = chosen && `${query ? '&' : '?'}${LANGUAGE_PARAM}=${chosen}`;
        const path = `/feed.${ending}${query}${inLanguage ?? ''}`;
        const language = languageOf(request, settings.owner.languages);
        const answer = await route.ctx().cache.get(`${path} ${language}`, tagsOf(source), async () => {
          const { logo } = settings.owner.brand;
          const read = await ('list' in source
            ? readList(source.list, source.isBoard)
            : readSeries(source.series));
          const isBoard = 'isBoard' in source && source.isBoard;
          const own = ownerTexts(settings, language);
          const category = new URLSearchParams(query).get('category');
          const called =
            read.name ??
            (category
              ? own.name('videos', category).text
              : isBoard && name
                ? translate(language, name)
                : name);
          const title = called === null ? settings.SITE_NAME : `${called} – ${settings.SITE_NAME}`;
          // the hub gets the URLs without a language
          const hub = isBoard || chosen ? null : hubOf(route.ctx());
          const feed: Feed = {
            title,
            description: read.description ?? (own.text('tagline').text || title),
            language,
            self: absolute(path),
            page: absolute(page),
            icon: absolute(logo ? logoPath(logo, 'icon-512') : '/icon-512.png'),
            hub,
            items: read.items,
          };
          const link = hub && { link: `<${hub}>; rel="hub", <${feed.self}>; rel="self"` };
          return { body: WRITERS[ending](feed), headers: { 'content-language': language, ...link } };
        });
        return sendCached(request, reply, answer, `${type}; charset=utf-8`);
      },
    );
};

function tagsOf(source: FeedPlan['source']): CacheTag[] {
  const of: CacheTag[] =
    'series' in source ? ['videos', 'playlists'] : [source.isBoard ? 'community' : 'videos'];
  return [...of, 'creators', 'settings'];
}

/** Size of a video's file in bytes; 0 if it is hosted elsewhere. */
async function sizeOf({ storage }: Context, { sourceUrl }: Video): Promise<number> {
  const [, key] = /^\/media\/(videos\/.+)$/.exec(sourceUrl ?? '') ?? [];
  return key === undefined ? 0 : ((await storage.stat(key))?.size ?? 0);
}
