import type { Post } from '#contract/community.ts';
import type { PageHead } from '#contract/pages.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import type { Product } from '#contract/shop/shop.ts';
import { DELETED_USER } from '#contract/values.ts';
import type { VideoDetails } from '#contract/videos.ts';
import { backend } from '#web/app/backend.ts';
import { initialData } from '#web/app/initial-data.ts';
import { paths } from '#web/app/paths.ts';
import { posterOf } from '#web/app/thumbnails.ts';

/** A whole address, as others are told it. */
const absolute = (address: string): string =>
  new URL(address, initialData.origin ?? globalThis.location.origin).href;

/** Search engines show no more. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 197)}…` : line;
}

const counter = (action: 'LikeAction' | 'WatchAction', count: number): object => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
});

export function headOfVideo(video: VideoDetails): PageHead {
  const { title, description, thumbnail, source, sourceUrl, sourceId, isPublic } = video;
  const image = thumbnail && absolute(thumbnail);
  return {
    title,
    description: shorten(description ?? `${video.category} · ${video.creator}`),
    type: 'video.other',
    // found by whoever has the address alone
    hidden: !isPublic,
    image,
    picture: source === 'OTHER' && thumbnail ? { href: posterOf(thumbnail) } : null,
    data: {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: title,
      description: description ?? title,
      thumbnailUrl: image ? [image] : undefined,
      uploadDate: video.createdAt,
      duration: `PT${Math.round(video.durationSec)}S`,
      contentUrl: source === 'OTHER' && sourceUrl ? absolute(sourceUrl) : undefined,
      embedUrl:
        source === 'YOUTUBE' && sourceId ? `https://www.youtube-nocookie.com/embed/${sourceId}` : undefined,
      author: { '@type': 'Person', name: video.creator },
      genre: video.category,
      interactionStatistic: [counter('WatchAction', video.views), counter('LikeAction', video.likes)],
    },
  };
}

export function headOfProduct(product: Product): PageHead {
  const { name, description, price, stock } = product;
  const images = product.images.map(absolute);
  return {
    title: name,
    description: shorten(description),
    image: images[0] ?? null,
    picture: product.image ? { href: backend(product.image) } : null,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name,
      description,
      category: product.category,
      image: images,
      offers: {
        '@type': 'Offer',
        price: price.toFixed(2),
        priceCurrency: initialData.config.currency,
        availability: `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
        url: absolute(paths.product(product.id)),
      },
    },
  };
}

export function headOfPost(post: Post): PageHead {
  const { id, content, authorUsername, authorDisplayName } = post;
  const title = titleOfPost(post);
  return {
    title,
    description: shorten(content),
    type: 'article',
    data: {
      '@context': 'https://schema.org',
      '@type': 'DiscussionForumPosting',
      headline: title,
      text: content,
      url: absolute(paths.post(id)),
      datePublished: post.createdAt,
      dateModified: post.editedAt ?? undefined,
      author:
        authorUsername === DELETED_USER
          ? undefined
          : {
              '@type': 'Person',
              name: authorDisplayName ?? authorUsername,
              url: absolute(paths.creator(authorUsername)),
            },
      interactionStatistic: counter('LikeAction', post.likes),
    },
  };
}
