import { embedBox, embedCode, type Box } from '#contract/site/embed-code.ts';
import type { Oembed } from '#contract/site/sharing.ts';
import { BLURRED_SIDE } from '#server/adapters/media/blurred.ts';
import { PICTURE_WIDTHS, pictureElsewhere } from '#contract/videos/pictures.ts';
import type { Video } from '#contract/videos/videos.ts';
import { escapeXml } from '#server/app/http/escape-html.ts';
import { isEmbeddable } from './embed-page.ts';

/** Who reads it asks again after an hour. */
const CACHE_SECONDS = 3600;

/**
 * The number of the video that an address of this site leads to, and the second that it begins at; null: it leads elsewhere.
 * `hosts`: how the site is called.
 */
export function findVideoId(address: string, hosts: string[]): { id: number; start: number } | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || !hosts.includes(url.host)) return null;
  const [, id] = /^\/(?:video|embed)\/([1-9]\d{0,14})\/?$/.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  const tenths = Math.floor(Number(url.searchParams.get('t') ?? url.searchParams.get('start')) * 10);
  return { id: Number(id), start: Number.isSafeInteger(tenths) ? Math.max(0, tenths) / 10 : 0 };
}

export function describeVideo(
  site: { name: string; origin: string },
  video: Video,
  { most, start }: { most: Partial<Box>; start: number },
): Oembed {
  const absolute = (path: string) => new URL(path, site.origin).href;
  const about = {
    version: '1.0' as const,
    title: video.title,
    author_name: video.creator,
    ...(video.creatorUsername && {
      author_url: absolute(`/creators/${encodeURIComponent(video.creatorUsername)}`),
    }),
    provider_name: site.name,
    provider_url: `${site.origin}/`,
    cache_age: CACHE_SECONDS,
    ...thumbnailOf(video, most, absolute),
  };
  if (!isEmbeddable(video)) return { ...about, type: 'link' };
  const box = embedBox(video, most);
  return {
    ...about,
    type: 'video',
    html: embedCode(absolute(`/embed/${video.id}${start > 0 ? `?start=${start}` : ''}`), video.title, box),
    ...box,
  };
}

/** The largest thumbnail within the requested size. */
function thumbnailOf(video: Video, most: Partial<Box>, absolute: (path: string) => string): Partial<Oembed> {
  const thumbnail = pictureElsewhere(video);
  if (!thumbnail) return {};
  const { width, height, labels } = video;
  const sides = (labels.sensitive ? [BLURRED_SIDE] : PICTURE_WIDTHS.toReversed()).map((side) => {
    const ratio = width && height ? width / height : 16 / 9;
    const wide = ratio >= 1 ? Math.min(side, width ?? side) : Math.min(side, height ?? side) * ratio;
    return { side, width: Math.round(wide), height: Math.round(wide / ratio) };
  });
  const fits = sides.find(
    (size) => size.width <= (most.width ?? Infinity) && size.height <= (most.height ?? Infinity),
  );
  if (!fits) return {};
  return {
    thumbnail_url: absolute(thumbnail.replace(/thumb-640\.jpg$/, `thumb-${fits.side}.jpg`)),
    thumbnail_width: fits.width,
    thumbnail_height: fits.height,
  };
}

export function writeXml(video: Oembed): string {
  const fields = Object.entries(video).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join('\n')}\n</oembed>\n`;
}
