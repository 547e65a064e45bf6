import { readTag } from '../tags/tag.ts';
import { cutText } from '../text/cut-text.ts';
import { SORTS, type Category, type Orientation } from './videos.ts';

/** What a feed plays: the site's own order, or that of a list (`sort`, `q`); part of the page's address. */
export interface FeedSource {
  category?: Category;
  orientation?: Orientation;
  tag?: string;
  creator?: string;
  /** Videos that a member follows. */
  following?: 'true';
  /** The id of a playlist, or of a series. */
  playlist?: string;
  series?: string;
  sort?: (typeof SORTS)[number];
  /** A search query with its filters. */
  q?: string;
  duration?: 'short' | 'medium' | 'long';
  since?: 'day' | 'week' | 'month' | 'year';
}

/** A feed's address. Shared by browser and server: the server renders the page's first video. */
export interface FeedAddress {
  source: FeedSource;
  /** The video it begins with. */
  start: number | null;
}

const among = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((each) => each === value);

const idIn = (text: string | null): string | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? text : undefined;

/** What an address means; a name that isn't among `categories`, or anything else there isn't, is left out. */
export function readFeedAddress(search: URLSearchParams, categories: string[]): FeedAddress {
  const source: FeedSource = {
    category: among(categories, search.get('category')),
    orientation: among(['portrait', 'landscape'], search.get('orientation')),
    tag: readTag(search.get('tag') ?? '') ?? undefined,
    creator: cutText(search.get('creator') ?? '', 60) || undefined,
    following: among(['true'], search.get('following')),
    playlist: idIn(search.get('playlist')),
    series: idIn(search.get('series')),
    sort: among(SORTS, search.get('sort')),
    q: search.get('q')?.trim() || undefined,
    duration: among(['short', 'medium', 'long'], search.get('duration')),
    since: among(['day', 'week', 'month', 'year'], search.get('since')),
  };
  const start = idIn(search.get('start'));
  return { source, start: start === undefined ? null : Number(start) };
}

/** The same as the query of the page. */
export const queryOfFeedAddress = ({ source, start }: FeedAddress) => ({
  start: start === null ? undefined : String(start),
  ...source,
});
