/** The formats of feeds, by the ending of their addresses. */
export const FEED_TYPES = {
  xml: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const;
export type FeedEnding = keyof typeof FEED_TYPES;
