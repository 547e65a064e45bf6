import type { PostThread } from '#contract/community/community.ts';
import { msg } from '#contract/text/message.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import { pictureElsewhere } from '#contract/videos/pictures.ts';
import type { Video } from '#contract/videos/videos.ts';
import { queryOfFeed, type FeedQuery } from '../feed-types.ts';

export const FEED_SHOWN = 30;

/** A feed's content, independent of its format. URLs are absolute. */
export interface FeedItem {
  /** Of its page; it names the item for good. */
  address: string;
  title: string;
  text: string;
  /** ISO 8601. */
  at: string;
  /** Null: not since it came out. */
  changedAt: string | null;
  author: string;
  /** Its category, then its tags. */
  categories: string[];
  picture: string | null;
  video: FeedVideo | null;
}

/** MP4. */
export interface FeedVideo {
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
  /** The WebSub hub; null: none. */
  hub: string | null;
  items: FeedItem[];
}

export interface FeedPlan {
  /** The query of its own URL, after `/feed.xml` and the others: `?creator=ann`, or empty. */
  query: string;
  /** The page that shows the same. */
  page: string;
  /** Its source: the call that lists it, or a series. */
  source: { list: string; isBoard: boolean } | { series: number };
  /** What it is called, besides the site; null: as its series is, or as the site alone. */
  name: string | null;
}

/** The feed of the site, of one creator, of one category, of one tag, of one series, or of the board. */
export function planFeed(options: FeedQuery): FeedPlan {
  const query = queryOfFeed(options);
  const [[kind, name] = ['site', '']] = [...new URLSearchParams(query)];
  const value = encodeURIComponent(name);
  const list = (path: string) => ({ list: `${path}limit=${FEED_SHOWN}`, isBoard: false });
  switch (kind) {
    case 'creator':
      return { query, page: `/creators/${value}`, source: list(`/api/creators/${value}/videos?`), name };
    case 'category':
      return { query, page: `/videos${query}`, source: list(`/api/videos${query}&`), name };
    case 'tag':
      return { query, page: `/tags/${value}`, source: list(`/api/videos${query}&`), name: `#${name}` };
    case 'series': {
      const series = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : 0;
      return { query, page: `/series/${value}`, source: { series }, name: null };
    }
    case 'board':
      return {
        query,
        page: '/community',
        source: { ...list('/api/community/posts?'), isBoard: true },
        name: msg('Community'),
      };
    default:
      return { query, page: '/', source: list('/api/videos?'), name: null };
  }
}

/** The time of its last change; null: it is empty. */
export function changeOf({ items }: Feed): string | null {
  const times = items.map(({ at, changedAt }) => changedAt ?? at);
  return times.toSorted().at(-1) ?? null;
}

export function itemOfVideo(
  video: Video,
  absolute: (path: string) => string,
  { bytes, changedAt }: { bytes: number; changedAt: string | null },
): FeedItem {
  const { id, source, sourceUrl } = video;
  const picture = pictureElsewhere(video);
  return {
    address: absolute(`/video/${id}`),
    title: video.title,
    text: video.description ?? '',
    at: video.createdAt,
    changedAt,
    author: video.creator,
    categories: [video.category, ...video.tags],
    picture: picture && absolute(picture),
    video:
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
    categories: post.tags,
    picture: picture ? absolute(picture.url) : null,
    video: null,
  };
}
