import { t } from '@lingui/core/macro';
import type { ListedPost, PostThread } from '#contract/community/community.ts';
import type { CreatorPage } from '#contract/creators/creators.ts';
import type { PageHead } from '#contract/site/pages.ts';
import { embedBox } from '#contract/site/embed-code.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import type { Product } from '#contract/shop/shop.ts';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { posterOf } from '#web/app/thumbnails.ts';
import { isFile } from '#web/videos/files.ts';
import { absolute } from './absolute.ts';
import { dataOfCreator, dataOfPost, dataOfProduct, dataOfVideo, type PageTexts } from './structured-data.ts';

/** Search engines show no more. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 197)}…` : line;
}

// Structured data (`data`) is in the server's bundle only: the browser doesn't need it.

const CARD = { width: 1200, height: 630 };

/** `texts`: the transcript and chapters, if known. */
export function headOfVideo(video: VideoDetails, texts: PageTexts = {}): PageHead {
  const { id, title, description, thumbnail, source, sourceUrl, labels } = video;
  return {
    title,
    description: shorten(description ?? `${video.category} · ${video.creator}`),
    type: 'video.other',
    // only for people with the link
    hidden: !video.isPublic,
    image: absolute(`/api/videos/${id}/card.png`),
    imageSize: CARD,
    // a player with captions asks for its picture as for them
    picture:
      source === 'OTHER' && thumbnail && !labels.sensitive
        ? { href: posterOf(thumbnail), crossOrigin: video.captions.length > 0 }
        : null,
    player:
      isFile(video) && sourceUrl
        ? { page: absolute(paths.embed(id)), file: absolute(sourceUrl), ...embedBox(video) }
        : undefined,
    oembed: absolute(paths.video(id)),
    feed: video.creatorUsername ? feedOfCreator(video.creatorUsername, video.creator) : undefined,
    ...(import.meta.env.SSR && { data: dataOfVideo(video, texts) }),
  };
}

export function headOfProduct(product: Product): PageHead {
  return {
    title: product.name,
    description: shorten(product.description),
    image: product.images[0] ? absolute(product.images[0]) : null,
    picture: product.image ? { href: backend(product.image) } : null,
    ...(import.meta.env.SSR && { data: dataOfProduct(product) }),
  };
}

export function headOfCreator(creator: CreatorPage): PageHead {
  const { username, displayName, profileImageUrl } = creator;
  const isEmpty = creator.videos + creator.posts === 0;
  const title = displayName ?? username;
  return {
    title,
    // nothing to find for search engines
    ...(isEmpty && { hidden: true }),
    description: creator.bio ? shorten(creator.bio) : t`Videos and posts by ${username}.`,
    type: 'profile',
    image: profileImageUrl ? absolute(profileImageUrl) : null,
    feed: feedOfCreator(username, title),
    path: paths.creator(username),
    ...(import.meta.env.SSR && { data: dataOfCreator(creator) }),
  };
}

const feedOfCreator = (username: string, title: string): PageHead['feed'] => ({
  query: `?creator=${encodeURIComponent(username)}`,
  title,
});

export function headOfPost(
  thread: ListedPost & { content: string; authorUsername: string } & Pick<PostThread, 'replies'>,
): PageHead {
  return {
    title: titleOfPost(thread),
    description: shorten(thread.content),
    type: 'article',
    feed: { query: '?board=true', title: t`Community` },
    ...(import.meta.env.SSR && { data: dataOfPost(thread) }),
  };
}
