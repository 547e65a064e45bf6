/** The formats of feeds, by the ending of their addresses. */
export const FEED_TYPES = {
  xml: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const;
export type FeedEnding = keyof typeof FEED_TYPES;

/** As it stands in an address: a stranger's. */
export interface FeedQuery {
  creator?: unknown;
  category?: unknown;
  series?: unknown;
  board?: unknown;
}

/** What tells one feed from the others in its address; empty: that of the site. */
export function queryOfFeed({ creator, category, series, board }: FeedQuery): string {
  if (typeof creator === 'string' && creator) return `?creator=${encodeURIComponent(creator)}`;
  if (typeof category === 'string' && category) return `?category=${encodeURIComponent(category)}`;
  if (typeof series === 'string' && series) return `?series=${encodeURIComponent(series)}`;
  return board === 'true' ? '?board=true' : '';
}
