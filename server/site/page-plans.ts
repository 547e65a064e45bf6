import { addressOf } from '#contract/address.ts';
import { community, type Post } from '#contract/community.ts';
import type { CreatorPage } from '#contract/creators.ts';
import { FIRST_QUERIES, type PageName } from '#contract/pages.ts';
import { settings, type DocumentName } from '#contract/settings.ts';
import type { Product } from '#contract/shop.ts';
import { titleOfPost } from '#contract/post-text.ts';
import { BANNER_SIZES, PICTURE_WIDTHS } from '#contract/pictures.ts';
import { DELETED_USER } from '#contract/values.ts';
import { queryOfFilter, readVideoFilter } from '#contract/video-filter.ts';
import { videos, type Video } from '#contract/videos.ts';
import type { CacheTag } from '#server/app/http/response-cache.ts';
import type { Answer, PageHead } from './html.ts';
import { DOCUMENT_TITLES } from './documents.ts';
import { askAbout, askFirstCalls, NOTHING, type Ask } from './first-calls.ts';
import { planSearch } from './search-page.ts';
import { askShownVideos } from './shown-videos.ts';

/** What pages tell of the site itself. */
export interface SiteFacts {
  publicUrl: string;
  currency: string;
  shipsFree: boolean;
}

/** What a page says of itself. Which calls its first view makes is in contract/pages.ts. */
export interface PagePlan {
  title?: string;
  description?: string;
  /** Kept out of search engines: nothing to find, or not for everybody. */
  hidden?: true;
  /** For pages about one thing: null where there is no such thing (404). */
  detail?: (params: Record<string, string>, ask: Ask, site: SiteFacts) => Promise<Detail | null>;
}

export interface Detail extends Partial<PageHead> {
  /** To the page's first calls. */
  answers: Record<string, Answer>;
  /** About the videos that its posts show. */
  shown?: Record<string, Answer>;
  /** There is no such thing (404), which the answers say. */
  isMissing?: boolean;
}

export const PAGE_PLANS: Record<PageName, PagePlan> = {
  home: {
    description: 'Short clips picked by people: business, lifestyle, beauty and innovation.',
    detail: planHome,
  },
  videos: {
    title: 'Videos',
    description: 'Every clip in one place.',
    detail: planVideos,
  },
  search: { title: 'Search', hidden: true, detail: planSearch },
  video: { detail: planVideo },
  feed: { title: 'Feed', description: 'Clips one after another, each over the whole screen.' },
  community: {
    title: 'Community',
    description: 'What people here talk about.',
    detail: planCommunity,
  },
  post: { detail: planPost },
  shop: {
    title: 'Shop',
    description: 'Sunglasses in three styles. Free shipping on all orders.',
    detail: planShop,
  },
  product: { detail: planProduct },
  cart: { title: 'Cart', hidden: true },
  orderConfirmation: { title: 'Order', hidden: true },
  login: { title: 'Login', hidden: true },
  signup: { title: 'Sign Up', hidden: true },
  forgotPassword: { title: 'Forgot password', hidden: true },
  resetPassword: { title: 'Reset password', hidden: true },
  verifyEmail: { title: 'Confirm email', hidden: true },
  takeBackEmail: { title: 'Undo the change', hidden: true },
  oauthCallback: { title: 'Signing in', hidden: true },
  profile: { title: 'Profile', hidden: true },
  settings: { title: 'Settings', hidden: true },
  security: { title: 'Security', hidden: true },
  creators: { title: 'Creators', description: 'The people behind the clips.' },
  creator: { title: 'Creator', detail: planCreator },
  counting: {
    title: 'How we count',
    description: 'What counts as a view, a like and a score here, and how the rotation picks.',
  },
  about: planDocument('about'),
  privacy: planDocument('privacy'),
  terms: planDocument('terms'),
  imprint: planDocument('imprint'),
  admin: { title: 'Admin Dashboard', hidden: true },
  adminOrders: { title: 'Order Management', hidden: true },
  nearby: { title: 'Nearby', hidden: true },
  design: { title: 'Design', hidden: true },
};

const COUNTED: CacheTag[] = ['videos', 'counts'];
/** What drops a kept page: what drops the answers it holds, and the owner's settings. */
export const PAGE_TAGS: Partial<Record<PageName, CacheTag[]>> = {
  home: COUNTED,
  videos: COUNTED,
  video: [...COUNTED, 'comments'],
  community: [...COUNTED, 'comments', 'community'],
  post: [...COUNTED, 'comments', 'community'],
  shop: ['products'],
  product: ['products'],
  cart: ['products'],
  creators: [...COUNTED, 'creators'],
  creator: [...COUNTED, 'creators', 'community'],
};

const ID = /^[1-9]\d{0,15}$/;

async function planHome(_params: Record<string, string>, ask: Ask): Promise<Detail> {
  const answers = await askFirstCalls('home', ask);
  const rotation = (Object.values(answers)[0]?.body ?? []) as Video[];
  const thumbnail = (rotation.find(({ isFeatured }) => isFeatured) ?? rotation[0])?.thumbnail;
  if (!thumbnail) return { answers };
  const srcset = PICTURE_WIDTHS.map((width) => `${widthOf(thumbnail, width)} ${width}w`).join(', ');
  return {
    answers,
    picture: { href: thumbnail, ...(KEPT.test(thumbnail) && { srcset, sizes: BANNER_SIZES }) },
  };
}

/** The list as the address has it, which the browser asks for in the same words; the calls are `contract/pages.ts`'s. */
async function planVideos(search: Record<string, string>, ask: Ask): Promise<Detail> {
  const filter = readVideoFilter(new URLSearchParams(search));
  const query = { ...queryOfFilter(filter), ...FIRST_QUERIES.videos };
  const address = addressOf(videos.list.path, {}, query);
  const found = await ask(address);
  return { answers: found ? { [address]: found } : {}, ...(filter.words && { index: false }) };
}

const KEPT = /thumb-640\.jpg$/;

/** A kept thumbnail in another width; any other picture as it is. */
function widthOf(thumbnail: string, width: number): string {
  return thumbnail.replace(KEPT, `thumb-${width}.webp`);
}

async function planVideo(
  { id = '' }: Record<string, string>,
  ask: Ask,
  { publicUrl }: SiteFacts,
): Promise<Detail> {
  const found = ID.test(id) ? await askAbout<Video>('video', { id }, ask) : null;
  if (!found)
    return {
      title: 'Video Not Found',
      isMissing: true,
      answers: ID.test(id) ? { [addressOf(videos.get.path, { id }, {})]: NOTHING } : {},
    };
  const { thing: video, answers } = found;
  const image = video.thumbnail && new URL(video.thumbnail, publicUrl).href;
  return {
    title: video.title,
    description: shorten(video.description ?? `${video.category} · ${video.creator}`),
    type: 'video.other',
    image,
    picture: video.source === 'OTHER' && video.thumbnail ? { href: widthOf(video.thumbnail, 1280) } : null,
    data: {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: video.title,
      description: video.description ?? video.title,
      thumbnailUrl: image ? [image] : undefined,
      uploadDate: video.createdAt,
      duration: `PT${Math.round(video.durationSec)}S`,
      contentUrl:
        video.source === 'OTHER' && video.sourceUrl ? new URL(video.sourceUrl, publicUrl).href : undefined,
      embedUrl:
        video.source === 'YOUTUBE' && video.sourceId
          ? `https://www.youtube-nocookie.com/embed/${video.sourceId}`
          : undefined,
      author: { '@type': 'Person', name: video.creator },
      genre: video.category,
      interactionStatistic: [
        {
          '@type': 'InteractionCounter',
          interactionType: { '@type': 'WatchAction' },
          userInteractionCount: video.views,
        },
        {
          '@type': 'InteractionCounter',
          interactionType: { '@type': 'LikeAction' },
          userInteractionCount: video.likes,
        },
      ],
    },
    answers,
  };
}

/** A page that the owner writes: there once it is published; that it isn't travels along like an answer. */
function planDocument(name: DocumentName): PagePlan {
  const address = addressOf(settings.document.path, { name }, {});
  return {
    title: DOCUMENT_TITLES[name],
    detail: async (_params, ask) => {
      const found = await ask(address);
      return { answers: { [address]: found ?? NOTHING }, isMissing: found === null };
    },
  };
}

async function planShop(
  _params: Record<string, string>,
  ask: Ask,
  { shipsFree }: SiteFacts,
): Promise<Detail> {
  const answers = await askFirstCalls('shop', ask);
  return { answers, ...(!shipsFree && { description: 'Sunglasses in three styles.' }) };
}

async function planProduct(
  { id = '' }: Record<string, string>,
  ask: Ask,
  { publicUrl, currency }: SiteFacts,
): Promise<Detail | null> {
  const found = ID.test(id) ? await askAbout<Product>('product', { id }, ask) : null;
  if (!found) return null;
  const { thing: product, answers } = found;
  const images = product.images.map((image) => new URL(image, publicUrl).href);
  return {
    title: product.name,
    description: shorten(product.description),
    image: images[0] ?? null,
    picture: product.image ? { href: product.image } : null,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      category: product.category,
      image: images,
      offers: {
        '@type': 'Offer',
        price: product.price.toFixed(2),
        priceCurrency: currency,
        availability: `https://schema.org/${product.stock === 0 ? 'OutOfStock' : 'InStock'}`,
        url: new URL(`/shop/${product.id}`, publicUrl).href,
      },
    },
    answers,
  };
}

async function planCommunity(_params: Record<string, string>, ask: Ask, site: SiteFacts): Promise<Detail> {
  const answers = await askFirstCalls('community', ask);
  const posts = (answers[community.list.path]?.body ?? []) as Post[];
  return { answers, shown: await askShownVideos(posts, ask, site.publicUrl) };
}

async function planPost(
  { id = '' }: Record<string, string>,
  ask: Ask,
  site: SiteFacts,
): Promise<Detail | null> {
  const found = ID.test(id) ? await askAbout<Post>('post', { id }, ask) : null;
  if (!found) return null;
  const { thing: post, answers } = found;
  return {
    title: titleOfPost(post),
    description: shorten(post.content),
    type: 'article',
    data: {
      '@context': 'https://schema.org',
      '@type': 'DiscussionForumPosting',
      headline: titleOfPost(post),
      text: post.content,
      url: new URL(`/community/${post.id}`, site.publicUrl).href,
      datePublished: post.createdAt,
      dateModified: post.editedAt ?? undefined,
      author:
        post.authorUsername === DELETED_USER
          ? undefined
          : {
              '@type': 'Person',
              name: post.authorDisplayName ?? post.authorUsername,
              url: new URL(`/creators/${encodeURIComponent(post.authorUsername)}`, site.publicUrl).href,
            },
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'LikeAction' },
        userInteractionCount: post.likes,
      },
    },
    answers,
    shown: await askShownVideos([post], ask, site.publicUrl),
  };
}

async function planCreator(
  { username = '' }: Record<string, string>,
  ask: Ask,
  site: SiteFacts,
): Promise<Detail | null> {
  const found = await askAbout<CreatorPage>('creator', { username }, ask);
  if (!found) return null;
  const { thing, answers } = found;
  return {
    title: username,
    type: 'profile',
    description: `Clips and posts by ${username}.`,
    answers,
    shown: await askShownVideos(thing.latestPosts, ask, site.publicUrl),
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 197)}…` : line;
}
