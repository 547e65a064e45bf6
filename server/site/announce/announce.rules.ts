import type { Context } from '#server/app/context.ts';
import { knowsPublicUrl } from '#server/app/start/settings.ts';
import { FEED_TYPES, queryOfFeed } from '../feed-types.ts';
import type { InFeeds } from './announce.store.ts';

type Announces = Pick<Context, 'settings' | 'outbound'>;

/** Whether to notify at all: not about a local address. */
const isOn = ({ settings }: Announces): boolean =>
  settings.owner.community.announce && knowsPublicUrl(settings);

/** The endpoint for changed pages; null: disabled. */
export const indexNowOf = (ctx: Announces): string | null =>
  isOn(ctx) ? ctx.outbound.announced.indexNow : null;

/** The hub for feed updates; null: none. */
export const hubOf = (ctx: Announces): string | null => (isOn(ctx) ? ctx.outbound.announced.hub : null);

/** The paths of the feeds that contain a video, in each format. */
export function feedsOf(videos: InFeeds[]): string[] {
  const queries = new Set([
    queryOfFeed({}),
    ...videos.flatMap(({ creator, category, tags, series }) => [
      queryOfFeed({ category }),
      ...tags.map((tag) => queryOfFeed({ tag })),
      ...(creator === null ? [] : [queryOfFeed({ creator })]),
      ...(series === null ? [] : [queryOfFeed({ series: String(series) })]),
    ]),
  ]);
  return [...queries].flatMap((query) => Object.keys(FEED_TYPES).map((ending) => `/feed.${ending}${query}`));
}
