import { z } from 'zod';
import { Moment } from '../captions/captions.ts';
import { Post } from '../community/community.ts';
import { Creator } from '../creators/creators.ts';
import { endpoint } from '../endpoint.ts';
import { Product } from '../shop/shop.ts';
import { Cursor, Limit, searchText } from '../values.ts';
import { Category, Video } from '../videos/videos.ts';

/** Of each kind on a page of all kinds, and of one kind alone. */
export const SEARCH_ALL_SHOWN = 6;
export const SEARCH_PAGE = 24;
export const MAX_SEARCH_PAGE = 100;
export const MAX_SUGGESTIONS = 8;

export const SEARCH_TYPES = ['all', 'videos', 'people', 'posts', 'products'] as const;
export const SEARCH_SORTS = ['relevance', 'new', 'top'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
/** Under a minute, up to five, longer. */
export const SEARCH_DURATIONS = ['short', 'medium', 'long'] as const;
export type SearchDuration = (typeof SEARCH_DURATIONS)[number];
export const SEARCH_SINCE = ['day', 'week', 'month', 'year'] as const;
export type SearchSince = (typeof SEARCH_SINCE)[number];

/** A board post or a comment; for a comment `video` is the video it belongs to. */
export const FoundPost = Post.extend({
  video: z.object({ id: z.number().int(), title: z.string() }).nullable(),
});
export type FoundPost = z.infer<typeof FoundPost>;

/** Where in the video the words are spoken: the best match first, then the others in order of time. */
export const FoundVideo = Video.extend({ moments: z.array(Moment) });
export type FoundVideo = z.infer<typeof FoundVideo>;

const Counts = z.object({
  videos: z.number().int(),
  people: z.number().int(),
  posts: z.number().int(),
  products: z.number().int(),
});

export const SearchAnswer = z.object({
  query: z.string(),
  /** The corrected query that was used, as the original has no results. */
  corrected: z.string().nullable(),
  videos: z.array(FoundVideo),
  people: z.array(Creator),
  posts: z.array(FoundPost),
  products: z.array(Product),
  /** How many more there are of each kind; in the thousands an estimate. */
  more: Counts,
  /** The words of the query, folded: without accents and case. */
  words: z.array(z.string()),
  /** Without results: similar words that would have some. */
  nearest: z.array(z.string()),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const Suggestion = z.object({
  kind: z.enum(['video', 'person', 'tag', 'product']),
  text: z.string(),
  href: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const SearchQuery = z.object({
  q: searchText(),
  type: z.enum(SEARCH_TYPES).optional(),
  category: Category.optional(),
  sort: z.enum(SEARCH_SORTS).optional(),
  duration: z.enum(SEARCH_DURATIONS).optional(),
  since: z.enum(SEARCH_SINCE).optional(),
  /** `false`: exactly this query, without corrections. */
  correct: z.enum(['true', 'false']).optional(),
  limit: Limit.optional(),
  cursor: Cursor.optional(),
});

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    access: 'public',
    query: SearchQuery,
    response: SearchAnswer,
    errorStatuses: [429],
    summary:
      "Search videos, people, posts with comments, and products. For a single type, X-Next-Cursor is the next page's cursor",
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/search/suggest',
    access: 'public',
    query: z.object({ q: searchText() }),
    response: z.object({ suggestions: z.array(Suggestion) }),
    errorStatuses: [429],
    summary: 'Search suggestions, at most 8',
  }),
};
