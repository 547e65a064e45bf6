import type { Context } from '#server/app/context.ts';
import { knowsPublicUrl } from '#server/app/start/settings.ts';
import { FEED_TYPES, queryOfFeed } from '../feed-types.ts';
import type { InFeeds } from './announce.store.ts';

type Announces = Pick<Context, 'settings' | 'outbound'>;

/** Whether anybody is told: not of an address that is this machine's own. */
const isOn = ({ settings }: Announces): boolean =>
  settings.owner.community.announce && knowsPublicUrl(settings);

/** Where search engines are told of changed pages; null: they are not. */
export const indexNowOf = (ctx: Announces): string | null =>
  isOn(ctx) ? ctx.outbound.announced.indexNow : null;

/** Where readers of the feeds wait for news; null: nowhere. */
export const hubOf = (ctx: Announces): string | null => (isOn(ctx) ? ctx.outbound.announced.hub : null);

/** The paths of the feeds that tell of a video, in each format. */
export function feedsOf(videos: InFeeds[]): string[] {
  const queries = new Set([
    queryOfFeed({}),
    ...videos.flatMap(({ creator, category, series }) => [
      queryOfFeed({ category }),
      ...(creator === null ? [] : [queryOfFeed({ creator })]),
      ...(series === null ? [] : [queryOfFeed({ series: String(series) })]),
    ]),
  ]);
  return [...queries].flatMap((query) => Object.keys(FEED_TYPES).map((ending) => `/feed.${ending}${query}`));
}
