import { addressOf } from '#contract/site/address.ts';
import {
  queryOfFeedAddress,
  readFeedAddress,
  type FeedAddress,
  type FeedSource,
} from '#contract/videos/feed-address.ts';
import { PAGES } from '#contract/site/pages.ts';
import { initialData } from '#web/app/client/initial-data.ts';

export const readSource = (search: URLSearchParams): FeedAddress =>
  readFeedAddress(search, initialData.config.categories);

export const addressOfFeed = (source: FeedSource, start: number | null): string =>
  addressOf(PAGES.feed, undefined, queryOfFeedAddress({ source, start }));

/** A list has an order of its own, which tastes don't change. */
export const isList = ({ sort, q, tag, creator, following, playlist, series }: FeedSource): boolean =>
  [sort, q, tag, creator, following, playlist, series].some((part) => part !== undefined);

/** A phone in portrait: a media query, as in web/ui/theme.css. */
export const UPRIGHT_PHONE = '(orientation: portrait) and (width < 48rem)';

/** On phones, portrait videos come before all others; the video asked for comes first all the same. */
export const hasPortraitFirst = (source: FeedSource): boolean =>
  !isList(source) && source.orientation === undefined;

/** A curated list: all of it is played, including recently seen videos. */
export const isSaved = ({ playlist, series }: FeedSource): boolean =>
  playlist !== undefined || series !== undefined;
