import { cutText } from '#contract/text/cut-text.ts';
import { addressOf } from '#contract/address.ts';
import { PAGES } from '#contract/pages.ts';
import { SORTS } from '#contract/videos.ts';
import type { Category } from '#contract/videos.ts';
import { initialData } from '#web/app/initial-data.ts';

/** What a feed plays: the site's own order, or that of a list (`sort`, `q`); it stands in the page's address. */
export interface FeedSource {
  category?: Category;
  creator?: string;
  /** Clips of whom and what a member follows. */
  following?: 'true';
  /** The id of a playlist, or of a series. */
  playlist?: string;
  series?: string;
  sort?: (typeof SORTS)[number];
  /** Words of a search, with what else was chosen there. */
  q?: string;
  duration?: 'short' | 'medium' | 'long';
  since?: 'day' | 'week' | 'month' | 'year';
}

const among = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((each) => each === value);

const idIn = (text: string | null): string | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? text : undefined;

export function readSource(address: string): { source: FeedSource; start: number | null } {
  const search = new URLSearchParams(address);
  const start = search.get('start') ?? '';
  const source: FeedSource = {
    category: among(initialData.config.categories, search.get('category')),
    creator: cutText(search.get('creator') ?? '', 60) || undefined,
    following: among(['true'], search.get('following')),
    playlist: idIn(search.get('playlist')),
    series: idIn(search.get('series')),
    sort: among(SORTS, search.get('sort')),
    q: search.get('q')?.trim() || undefined,
    duration: among(['short', 'medium', 'long'], search.get('duration')),
    since: among(['day', 'week', 'month', 'year'], search.get('since')),
  };
  return { source, start: /^[1-9]\d{0,14}$/.test(start) ? Number(start) : null };
}

export const addressOfFeed = (source: FeedSource, start: number | null): string =>
  addressOf(PAGES.feed, undefined, { start: start === null ? undefined : String(start), ...source });

/** A list has an order of its own, which tastes don't change. */
export const isList = ({ sort, q, creator, following, playlist, series }: FeedSource): boolean =>
  [sort, q, creator, following, playlist, series].some((part) => part !== undefined);
