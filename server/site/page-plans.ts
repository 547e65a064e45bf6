import type { PageName } from '#contract/pages.ts';
import type { Product } from '#contract/shop.ts';
import { BANNER_SIZES, PICTURE_WIDTHS } from '#contract/pictures.ts';
import type { Video } from '#contract/videos.ts';
import type { Answer, PageHead } from './html.ts';

/** Asks one of this server's own public calls; null unless it answers with a success. */
export type Ask = (address: string) => Promise<Answer | null>;

/** How a page is written: what it says of itself and which calls its first view makes. */
export interface PagePlan {
  title?: string;
  description?: string;
  /** The first view's calls, exactly as the app makes them: their answers travel in the page. */
  calls?: string[];
  /** Kept out of search engines: nothing to find, or not for everybody. */
  hidden?: true;
  /** For pages about one thing: null where there is no such thing (404). */
  detail?: (params: Record<string, string>, ask: Ask, publicUrl: string) => Promise<Detail | null>;
}

export interface Detail extends Partial<PageHead> {
  answers: Record<string, Answer>;
}

const ROTATION = '/api/videos?sort=trending&limit=13';

export const PAGE_PLANS: Record<PageName, PagePlan> = {
  home: {
    description: 'Short clips picked by people: business, lifestyle, beauty and innovation.',
    detail: planHome,
  },
  videos: {
    title: 'Videos',
    description: 'Everything there is to watch, newest first.',
    calls: ['/api/videos?limit=60'],
  },
  video: { detail: planVideo },
  community: {
    title: 'Community',
    description: 'What people here talk about.',
    calls: ['/api/community/posts', '/api/community/trending/videos', '/api/community/trending/comments'],
  },
  shop: {
    title: 'Shop',
    description: 'Sunglasses in three styles. Free shipping on all orders.',
    calls: ['/api/products'],
  },
  product: { detail: planProduct },
  cart: { title: 'Cart', hidden: true },
  orderConfirmation: { title: 'Order', hidden: true },
  login: { title: 'Login', hidden: true },
  signup: { title: 'Sign Up', hidden: true },
  forgotPassword: { title: 'Forgot password', hidden: true },
  resetPassword: { title: 'Reset password', hidden: true },
  verifyEmail: { title: 'Confirm email', hidden: true },
  takeBackEmail: { title: 'Take the change back', hidden: true },
  oauthCallback: { title: 'Signing in', hidden: true },
  profile: { title: 'Profile', hidden: true },
  settings: { title: 'Settings', hidden: true },
  creators: { title: 'Creators', description: 'The people behind the clips.', calls: ['/api/creators'] },
  creator: { title: 'Creator', detail: planCreator },
  counting: {
    title: 'How we count',
    description: 'What counts as a view, a like and a score here, and how the rotation picks.',
  },
  admin: { title: 'Admin Dashboard', hidden: true },
  adminOrders: { title: 'Order Management', hidden: true },
  nearby: { title: 'Nearby', hidden: true },
};

/** The answers that came, by address. */
export async function askAll(calls: string[], ask: Ask): Promise<Record<string, Answer>> {
  const answers = await Promise.all(calls.map(async (address) => [address, await ask(address)] as const));
  return Object.fromEntries(answers.filter((pair): pair is [string, Answer] => pair[1] !== null));
}

async function planHome(_params: Record<string, string>, ask: Ask): Promise<Detail> {
  const answers = await askAll([ROTATION], ask);
  const rotation = (answers[ROTATION]?.body ?? []) as Video[];
  const thumbnail = (rotation.find(({ isFeatured }) => isFeatured) ?? rotation[0])?.thumbnail;
  if (!thumbnail) return { answers };
  const srcset = PICTURE_WIDTHS.map((width) => `${widthOf(thumbnail, width)} ${width}w`).join(', ');
  return {
    answers,
    picture: { href: thumbnail, ...(KEPT.test(thumbnail) && { srcset, sizes: BANNER_SIZES }) },
  };
}

const KEPT = /thumb-640\.jpg$/;

/** A kept thumbnail in another width; any other picture as it is. */
function widthOf(thumbnail: string, width: number): string {
  return thumbnail.replace(KEPT, `thumb-${width}.webp`);
}

async function planVideo(
  { id = '' }: Record<string, string>,
  ask: Ask,
  publicUrl: string,
): Promise<Detail | null> {
  const address = `/api/videos/${id}`;
  const found = /^[1-9]\d{0,15}$/.test(id) ? await ask(address) : null;
  if (!found) return null;
  const video = found.body as Video;
  const others = await askAll([`${address}/comments`, `/api/videos?category=${video.category}&limit=7`], ask);
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
    answers: { [address]: found, ...others },
  };
}

async function planProduct(
  { id = '' }: Record<string, string>,
  ask: Ask,
  publicUrl: string,
): Promise<Detail | null> {
  const address = `/api/products/${id}`;
  const found = /^[1-9]\d{0,15}$/.test(id) ? await ask(address) : null;
  if (!found) return null;
  const product = found.body as Product;
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
        priceCurrency: 'USD',
        availability: `https://schema.org/${product.stock === 0 ? 'OutOfStock' : 'InStock'}`,
        url: new URL(`/shop/${product.id}`, publicUrl).href,
      },
    },
    answers: { [address]: found },
  };
}

async function planCreator({ username = '' }: Record<string, string>, ask: Ask): Promise<Detail | null> {
  const address = `/api/creators/${encodeURIComponent(username)}`;
  const found = await ask(address);
  if (!found) return null;
  return {
    title: username,
    type: 'profile',
    description: `Clips and posts by ${username}.`,
    answers: { [address]: found },
  };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 197)}…` : line;
}
