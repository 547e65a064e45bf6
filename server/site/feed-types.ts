/** The formats of feeds, by the ending of their addresses. */
export const FEED_TYPES = {
  xml: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const;
export type FeedEnding = keyof typeof FEED_TYPES;

/** As in the URL: untrusted. */
export interface FeedQuery {
  creator?: unknown;
  category?: unknown;
  tag?: unknown;
  series?: unknown;
  board?: unknown;
}

/** The query that distinguishes feeds; empty: the site's own. */
export function queryOfFeed({ creator, category, tag, series, board }: FeedQuery): string {
  if (typeof creator === 'string' && creator) return `?creator=${encodeURIComponent(creator)}`;
  if (typeof category === 'string' && category) return `?category=${encodeURIComponent(category)}`;
  if (typeof tag === 'string' && tag) return `?tag=${encodeURIComponent(tag)}`;
  if (typeof series === 'string' && series) return `?series=${encodeURIComponent(series)}`;
  return board === 'true' ? '?board=true' : '';
}
