import type { Chapter, Transcript } from '#contract/captions/captions.ts';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { ListedPost, PostThread } from '#contract/community/community.ts';
import type { CreatorPage } from '#contract/creators/creators.ts';
import type { Product, Variant } from '#contract/shop/shop.ts';
import { nameVariant } from '#contract/shop/variants.rules.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import { DELETED_USER } from '#contract/values.ts';
import { pictureElsewhere } from '#contract/videos/pictures.ts';
import type { Video } from '#contract/videos/videos.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { paths } from '#web/app/paths.ts';
import { isFile } from '#web/videos/files.ts';
import { absolute } from './absolute.ts';

/** Structured data for search engines, in the schema.org vocabulary. Rendered by the server only. */
export type StructuredData = { '@type': string } & Record<string, unknown>;

const CONTEXT = { '@context': 'https://schema.org' };

/** Of a page that we write; what people write is in a language of its own, which is named only where it is known. */
export const ofPage = () => ({ ...CONTEXT, inLanguage: i18n.locale });

/** A side in pixels, by UN/CEFACT's code for them: schema.org takes no bare numbers. */
const pixels = (value: number | null): StructuredData | undefined =>
  value === null ? undefined : { '@type': 'QuantitativeValue', value, unitCode: 'E37' };

const counter = (action: string, count: number): StructuredData => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
});

export const person = (name: string, username: string | null): StructuredData => ({
  '@type': 'Person',
  name,
  url: username === null ? undefined : absolute(paths.creator(username)),
});

/** Breadcrumbs from the home page: names and addresses, the page itself last. */
export const breadcrumbs = (...steps: [name: string, path: string][]): StructuredData => ({
  ...CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [[initialData.config.siteName, paths.home()] as const, ...steps].map(
    ([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: absolute(path),
    }),
  ),
});

/** The address of the player alone, for a video that plays here. */
export const embedAddress = (video: Video): string | undefined => {
  if (video.source === 'YOUTUBE' && video.sourceId)
    return `https://www.youtube-nocookie.com/embed/${video.sourceId}`;
  return isFile(video) && video.sourceUrl ? absolute(paths.embed(video.id)) : undefined;
};

/** A video's transcript and chapters, if known. */
export interface PageTexts {
  transcript?: Transcript | null | undefined;
  chapters?: Chapter[] | null | undefined;
}

export function dataOfVideo(video: Video, { transcript, chapters }: PageTexts = {}): StructuredData[] {
  const { id, title, description, sourceUrl, location, labels } = video;
  const locationName = location?.name ?? location?.address;
  const videoObject = {
    ...CONTEXT,
    '@type': 'VideoObject',
    name: title,
    description: description ?? title,
    url: absolute(paths.video(id)),
    thumbnailUrl: [absolute(pictureElsewhere(video) ?? `/api/videos/${id}/card.png`)],
    uploadDate: video.createdAt,
    duration: `PT${Math.round(video.durationSec)}S`,
    contentUrl: isFile(video) && sourceUrl ? absolute(sourceUrl) : undefined,
    embedUrl: embedAddress(video),
    width: pixels(video.width),
    height: pixels(video.height),
    // captions are in the language that is spoken, subtitles translate it
    inLanguage: video.captions.find(({ kind }) => kind === 'captions')?.language,
    author: person(video.creator, video.creatorUsername),
    genre: video.category,
    isFamilyFriendly: labels.sensitive ? false : undefined,
    digitalSourceType: labels.ai ? 'https://schema.org/TrainedAlgorithmicMediaDigitalSource' : undefined,
    keywords: [...(labels.paid ? [t`Paid promotion`] : []), ...video.tags].join(', ') || undefined,
    transcript: transcript?.lines.map(({ text }) => text).join('\n') || undefined,
    hasPart: chapters?.length
      ? chapters.map(({ start, end, title: name }) => ({
          '@type': 'Clip',
          name,
          startOffset: start,
          endOffset: end,
          url: absolute(paths.video(id, start)),
        }))
      : undefined,
    contentLocation: locationName ? { '@type': 'Place', name: locationName } : undefined,
    interactionStatistic: [
      counter('WatchAction', video.views),
      counter('LikeAction', video.likes),
      counter('CommentAction', video.lllComments),
    ],
    // a search engine leads to the second by it
    potentialAction: isFile(video)
      ? {
          '@type': 'SeekToAction',
          target: `${absolute(paths.video(id))}?t={seek_to_second_number}`,
          'startOffset-input': 'required name=seek_to_second_number',
        }
      : undefined,
  };
  const category = `${paths.videos()}?category=${encodeURIComponent(video.category)}`;
  return [videoObject, breadcrumbs([video.category, category], [title, paths.video(id)])];
}

/** A variant's; of one without options: the product's. */
function offerOf(product: Product, { id, options, price, inStock, sku, gtin }: Variant): StructuredData {
  const name = nameVariant(options);
  return {
    '@type': 'Offer',
    ...(name !== null && {
      name: `${product.name}, ${name}`,
      sku: sku ?? `${product.id}-${id}`,
      gtin: gtin ?? undefined,
    }),
    price: price.toFixed(2),
    priceCurrency: initialData.config.currency,
    availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    url: absolute(paths.product(product.id, name === null ? undefined : id)),
  };
}

export function dataOfProduct(product: Product): StructuredData[] {
  const { id, name, description, variants } = product;
  const [only] = variants;
  const offers = variants.map((variant) => offerOf(product, variant));
  const base = {
    ...CONTEXT,
    '@type': 'Product',
    name,
    description,
    sku: (variants.length === 1 && only?.sku) || String(id),
    gtin: (variants.length === 1 && only?.gtin) || undefined,
    brand: { '@type': 'Brand', name: initialData.config.siteName },
    category: product.category,
    image: product.images.map(absolute),
    url: absolute(paths.product(id)),
    offers: offers.length === 1 ? offers[0] : offers,
  };
  return [base, breadcrumbs([t`Shop`, paths.shop()], [name, paths.product(id)])];
}

export function dataOfCreator(creator: CreatorPage): StructuredData[] {
  const { username, displayName, profileImageUrl } = creator;
  const name = displayName ?? username;
  const page = {
    ...ofPage(),
    '@type': 'ProfilePage',
    url: absolute(paths.creator(username)),
    dateCreated: creator.joinedAt,
    mainEntity: {
      ...person(name, username),
      alternateName: username,
      identifier: username,
      description: creator.bio ?? undefined,
      image: profileImageUrl ? absolute(profileImageUrl) : undefined,
      interactionStatistic: [
        counter('FollowAction', creator.followers),
        counter('LikeAction', creator.likes),
      ],
      agentInteractionStatistic: counter('WriteAction', creator.videos + creator.posts),
    },
  };
  return [page, breadcrumbs([t`Creators`, paths.creators()], [name, paths.creator(username)])];
}

type Written = ListedPost & { content: string; authorUsername: string };

const isWritten = (post: ListedPost): post is Written =>
  !post.deleted && post.content !== null && post.authorUsername !== null;

const textFields = (post: Written): Record<string, unknown> => ({
  text: post.content,
  datePublished: post.createdAt,
  dateModified: post.editedAt ?? undefined,
  author: person(
    post.authorDisplayName ?? post.authorUsername,
    post.authorUsername === DELETED_USER ? null : post.authorUsername,
  ),
  image: post.pictures.length > 0 ? post.pictures.map(({ url }) => absolute(url)) : undefined,
  interactionStatistic: counter('LikeAction', post.likes),
});

/** With the replies that its page begins with. */
export function dataOfPost(thread: Written & Pick<PostThread, 'replies'>): StructuredData[] {
  const { id, replyCount } = thread;
  const title = titleOfPost(thread);
  const comments = thread.replies.filter(isWritten).map((reply) => ({
    '@type': 'Comment',
    url: absolute(paths.reply(id, reply.id)),
    ...textFields(reply),
  }));
  const posting = {
    ...CONTEXT,
    '@type': 'DiscussionForumPosting',
    headline: title,
    url: absolute(paths.post(id)),
    ...textFields(thread),
    commentCount: replyCount,
    comment: comments.length > 0 ? comments : undefined,
  };
  return [posting, breadcrumbs([t`Community`, paths.community()], [title, paths.post(id)])];
}
