import type { PostThread } from '#contract/community.ts';
import type { Language } from '#contract/languages.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import type { Video } from '#contract/videos.ts';
import { i18nOf } from '#server/app/i18n/translate.ts';

const FEED_SHOWN = 30;

/** What a feed tells of, in whatever format it is written. Addresses are whole. */
export interface FeedItem {
  /** Of its page; it names the item for good. */
  address: string;
  title: string;
  text: string;
  /** ISO 8601. */
  at: string;
  changedAt: string | null;
  author: string;
  category: string | null;
  picture: string | null;
  film: Film | null;
}

/** MP4. */
export interface Film {
  address: string;
  /** The player alone. */
  player: string;
  /** 0: unknown. */
  bytes: number;
  seconds: number;
  width: number | null;
  height: number | null;
}

/** Addresses are whole. */
export interface Feed {
  title: string;
  description: string;
  language: string;
  self: string;
  page: string;
  icon: string;
  items: FeedItem[];
}

export interface FeedPlan {
  /** Of its own address, behind `/feed.xml` and the others: `?creator=ann`, or nothing. */
  query: string;
  /** The page that shows the same. */
  page: string;
  /** The call that lists what it tells of. */
  list: string;
  isBoard: boolean;
  title: string;
}

export interface FeedQuery {
  creator?: unknown;
  category?: unknown;
  board?: unknown;
}

/** The feed of the site, of one creator, of one category, or of the board. */
export function planFeed(
  { creator, category, board }: FeedQuery,
  siteName: string,
  language: Language,
): FeedPlan {
  const plan = (query: string, page: string, list: string, title: string | null): FeedPlan => ({
    query,
    page,
    list: `${list}${list.includes('?') ? '&' : '?'}limit=${FEED_SHOWN}`,
    isBoard: list.startsWith('/api/community'),
    title: title === null ? siteName : `${title} – ${siteName}`,
  });
  if (typeof creator === 'string' && creator) {
    const name = encodeURIComponent(creator);
    return plan(`?creator=${name}`, `/creators/${name}`, `/api/creators/${name}/videos`, creator);
  }
  if (typeof category === 'string' && category) {
    const name = encodeURIComponent(category);
    return plan(`?category=${name}`, `/videos?category=${name}`, `/api/videos?category=${name}`, category);
  }
  if (board === 'true')
    return plan('?board=true', '/community', '/api/community/posts', i18nOf(language)._('Community'));
  return plan('', '/', '/api/videos', null);
}

export function itemOfVideo(video: Video, absolute: (path: string) => string, bytes: number): FeedItem {
  const { id, source, sourceUrl } = video;
  return {
    address: absolute(`/video/${id}`),
    title: video.title,
    text: video.description ?? '',
    at: video.createdAt,
    changedAt: null,
    author: video.creator,
    category: video.category,
    picture: video.thumbnail && absolute(video.thumbnail),
    film:
      source === 'OTHER' && sourceUrl
        ? {
            address: absolute(sourceUrl),
            player: absolute(`/embed/${id}`),
            bytes,
            seconds: Math.round(video.durationSec),
            width: video.width,
            height: video.height,
          }
        : null,
  };
}

/** Null: it was deleted. */
export function itemOfPost(post: PostThread, absolute: (path: string) => string): FeedItem | null {
  const { id, content, authorUsername } = post;
  if (post.deleted || content === null || authorUsername === null) return null;
  const [picture] = post.pictures;
  return {
    address: absolute(`/community/${id}`),
    title: titleOfPost({ content }),
    text: content,
    at: post.createdAt,
    changedAt: post.editedAt,
    author: post.authorDisplayName ?? authorUsername,
    category: null,
    picture: picture ? absolute(picture.url) : null,
    film: null,
  };
}
