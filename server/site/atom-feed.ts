import type { Language } from '#contract/languages.ts';
import type { Video } from '#contract/videos.ts';
import { escapeXml } from '#server/app/http/escape-html.ts';

const FEED_SHOWN = 30;

interface FeedPlan {
  /** Its own address. */
  path: string;
  /** The page that shows the same. */
  page: string;
  /** The call that lists its videos. */
  list: string;
  title: string;
}

/** The feed of the site, of one creator, or of one category. */
export function planFeed(
  { creator, category }: { creator?: unknown; category?: unknown },
  siteName: string,
): FeedPlan {
  if (typeof creator === 'string' && creator) {
    const name = encodeURIComponent(creator);
    return {
      path: `/feed.xml?creator=${name}`,
      page: `/creators/${name}`,
      list: `/api/creators/${name}/videos?limit=${FEED_SHOWN}`,
      title: `${creator} – ${siteName}`,
    };
  }
  if (typeof category === 'string' && category) {
    const name = encodeURIComponent(category);
    return {
      path: `/feed.xml?category=${name}`,
      page: `/videos?category=${name}`,
      list: `/api/videos?category=${name}&limit=${FEED_SHOWN}`,
      title: `${category} – ${siteName}`,
    };
  }
  return { path: '/feed.xml', page: '/', list: `/api/videos?limit=${FEED_SHOWN}`, title: siteName };
}

/** Atom (RFC 4287), thumbnails as Media RSS says. */
export function writeFeed(
  { path, page, title }: FeedPlan,
  videos: Video[],
  absolute: (path: string) => string,
  language: Language,
): string {
  const address = (of: string) => escapeXml(absolute(of));
  const entries = videos.map((video) => {
    const at = address(`/video/${video.id}`);
    const thumbnail = video.thumbnail && `<media:thumbnail url="${address(video.thumbnail)}"/>`;
    return (
      `<entry><id>${at}</id><title>${escapeXml(video.title)}</title><link href="${at}"/><updated>${video.createdAt}</updated>` +
      `<author><name>${escapeXml(video.creator)}</name></author><category term="${escapeXml(video.category)}"/>` +
      `<summary>${escapeXml(video.description ?? '')}</summary>${thumbnail ?? ''}</entry>`
    );
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xml:lang="${language}" xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">` +
    `<id>${address(page)}</id><title>${escapeXml(title)}</title><link rel="self" href="${address(path)}"/><link href="${address(page)}"/>` +
    `<updated>${videos[0]?.createdAt ?? '1970-01-01T00:00:00Z'}</updated>\n${entries.join('\n')}\n</feed>\n`
  );
}
