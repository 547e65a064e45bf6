import type { Moment } from '#contract/captions/captions.ts';
import type { TrendingComment, Post } from '#contract/community/community.ts';
import type { Creator } from '#contract/creators/creators.ts';
import {
  MAX_SEARCH_PAGE,
  MAX_SUGGESTIONS,
  SEARCH_ALL_SHOWN,
  SEARCH_PAGE,
  search,
  type FoundPost,
  type SearchAnswer,
  type Suggestion,
} from '#contract/search/search.ts';
import type { Product } from '#contract/shop/shop.ts';
import type { Video } from '#contract/videos/videos.ts';
import type { Db } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { getFilteredViewer } from '#server/app/http/callers/sessions.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { runSearch, type SearchResults, type MatchedTerm } from './search.actions.ts';
import { KINDS, type Kind } from './query.rules.ts';

/** Where in these videos the words are spoken; best first. */
type FindMoments = (db: Db, ids: number[], terms: MatchedTerm[]) => Promise<Map<number, Moment[]>>;

/** `reader` has a filtered view. */
type ByIds<T> = (db: Db, ids: number[], filteredViewer: number | null) => Promise<T[]>;

/** The most used tags that begin with what was typed. */
type SuggestTags = (db: Db, q: string, most: number, filteredViewer: number | null) => Promise<string[]>;

/** Loads results by id; each slice adds its own (server/slices.ts). */
export interface SearchSources {
  /** `captioned`: the ones with captions to search for moments. */
  videos: (
    ...[db, ids, filteredViewer]: Parameters<ByIds<Video>>
  ) => Promise<{ videos: Video[]; captioned: number[] }>;
  people: ByIds<Creator>;
  posts: ByIds<Post>;
  comments: ByIds<TrendingComment>;
  products: ByIds<Product>;
  tags: SuggestTags;
  moments: FindMoments;
}

const ALL = Object.keys(KINDS) as Kind[];
/** Of each kind at most so many suggestions; what others leave over is for videos. */
const SUGGESTED: Partial<Record<Kind, number>> = { videos: MAX_SUGGESTIONS, people: 3, products: 2 };
const SUGGESTED_TAGS = 3;

/** A site without a shop has no products to find. */
const offeredKinds = ({ owner }: Settings, kinds: Kind[]): Kind[] =>
  owner.shop.offered ? kinds : kinds.filter((kind) => kind !== 'products');

/** Everything that affects what is found or displayed; likes and views may be half a minute old. */
const TAGS: CacheTag[] = ['search', 'videos', 'comments', 'community', 'creators', 'products', 'settings'];

export const searchRoutes =
  (sources: SearchSources): Routes =>
  (route) => {
    route.cached(search.find, TAGS, async ({ ctx, query, user, address, header }) => {
      if (address) ctx.rateLimits.require('search', addressGroup(address));
      requireCategory(ctx, 'videos', query.category);
      const { q, type = 'all', limit, correct, ...others } = query;
      if (type === 'all' && query.cursor)
        throw fail(400, 'INVALID_CURSOR', 'You can only page through one type at a time.');
      const found = await runSearch(ctx.db, {
        ...others,
        q,
        kinds: offeredKinds(ctx.settings, type === 'all' ? ALL : [type]),
        limit: Math.min(limit ?? (type === 'all' ? SEARCH_ALL_SHOWN : SEARCH_PAGE), MAX_SEARCH_PAGE),
        allowTypos: correct !== 'false',
      });
      const next = type === 'all' ? null : found.kinds[type]?.nextCursor;
      if (next) header('x-next-cursor', next);
      return toAnswer(readWith(ctx.db, sources, getFilteredViewer(user)), q, found);
    });

    route.cached(search.suggest, TAGS, async ({ ctx, query: { q }, user, address }) => {
      if (address) ctx.rateLimits.require('suggest', addressGroup(address));
      const kinds = offeredKinds(ctx.settings, ['videos', 'people', 'products']);
      const found = await runSearch(ctx.db, { q, kinds, limit: MAX_SUGGESTIONS, titlesOnly: true });
      const filteredViewer = getFilteredViewer(user);
      const tags = await sources.tags(ctx.db, q, SUGGESTED_TAGS, filteredViewer);
      return { suggestions: await toSuggestions(readWith(ctx.db, sources, filteredViewer), found, tags) };
    });
  };

type Reads = {
  [Source in Exclude<keyof SearchSources, 'moments' | 'tags'>]: (
    ids: number[],
  ) => ReturnType<SearchSources[Source]>;
} & { moments: (ids: number[], terms: MatchedTerm[]) => ReturnType<FindMoments> };

const readWith = (
  db: Db,
  { videos, people, posts, comments, products, moments }: SearchSources,
  filteredViewer: number | null,
): Reads => ({
  videos: (ids) => videos(db, ids, filteredViewer),
  people: (ids) => people(db, ids, filteredViewer),
  posts: (ids) => posts(db, ids, filteredViewer),
  comments: (ids) => comments(db, ids, filteredViewer),
  products: (ids) => products(db, ids, filteredViewer),
  moments: (ids, terms) => moments(db, ids, terms),
});

async function toAnswer(
  sources: Reads,
  query: string,
  { kinds, corrected, words, nearest, terms }: SearchResults,
): Promise<SearchAnswer> {
  const ids = (kind: Kind) => kinds[kind]?.ids ?? [];
  const more = (kind: Kind) => kinds[kind]?.more ?? 0;
  const [[videos, moments], people, posts, products] = await Promise.all([
    readVideos(sources, ids('videos'), terms),
    sources.people(ids('people')),
    readPosts(sources, ids('posts')),
    sources.products(ids('products')),
  ]);
  return {
    query,
    corrected,
    videos: videos.map((video) => ({ ...video, moments: moments.get(video.id) ?? [] })),
    people,
    posts,
    products,
    more: {
      videos: more('videos'),
      people: more('people'),
      posts: more('posts'),
      products: more('products'),
    },
    words,
    nearest,
  };
}

/** Videos, with the moments where the words are spoken. */
async function readVideos(
  sources: Reads,
  ids: number[],
  terms: MatchedTerm[],
): Promise<[Video[], Awaited<ReturnType<FindMoments>>]> {
  const { videos, captioned } = await sources.videos(ids);
  // that question is the dearest of a search, and few videos have captions or chapters
  return [videos, captioned.length > 0 ? await sources.moments(captioned, terms) : new Map()];
}

/** Posts, and comments as posts under their videos. */
async function readPosts(sources: Reads, ids: number[]): Promise<FoundPost[]> {
  const [posts, comments] = await Promise.all([
    sources.posts(ids.filter((id) => id > 0)),
    sources.comments(ids.filter((id) => id < 0).map((id) => -id)),
  ]);
  const found = new Map<number, FoundPost>([
    ...posts.map((post): [number, FoundPost] => [post.id, { ...post, video: null }]),
    ...comments.map((comment): [number, FoundPost] => [-comment.id, toPost(comment)]),
  ]);
  return ids.flatMap((id) => found.get(id) ?? []);
}

const toPost = ({
  id,
  text,
  likes,
  videoId,
  videoTitle,
  held,
  createdAt,
  editedAt,
  threadId,
  replyTo,
  mentions,
  ...author
}: TrendingComment): FoundPost => ({
  id,
  content: text,
  likes,
  authorUsername: author.authorUsername,
  authorDisplayName: author.authorDisplayName,
  authorAvatar: author.authorAvatar,
  createdAt,
  editedAt,
  held,
  pictures: [],
  threadId,
  replyTo,
  mentions,
  tags: [],
  video: { id: videoId, title: videoTitle },
});

async function toSuggestions(
  sources: Reads,
  { kinds }: SearchResults,
  tags: string[],
): Promise<Suggestion[]> {
  const ids = (kind: Kind) => (kinds[kind]?.ids ?? []).slice(0, SUGGESTED[kind]);
  const [people, products] = await Promise.all([
    sources.people(ids('people')),
    sources.products(ids('products')),
  ]);
  const { videos } = await sources.videos(
    ids('videos').slice(0, MAX_SUGGESTIONS - people.length - products.length - tags.length),
  );
  return [
    ...videos.map(({ id, title }): Suggestion => ({ kind: 'video', text: title, href: `/video/${id}` })),
    ...tags.map((tag): Suggestion => ({
      kind: 'tag',
      text: `#${tag}`,
      href: `/tags/${encodeURIComponent(tag)}`,
    })),
    ...people.map(({ username, displayName }): Suggestion => ({
      kind: 'person',
      text: displayName ?? username,
      href: `/creators/${encodeURIComponent(username)}`,
    })),
    ...products.map(({ id, name }): Suggestion => ({ kind: 'product', text: name, href: `/shop/${id}` })),
  ];
}
