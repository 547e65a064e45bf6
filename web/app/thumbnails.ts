import { CROP_WIDTHS, PICTURE_WIDTHS, type Crop } from '#contract/videos/pictures.ts';
import type { Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';

const THUMBNAIL_640 = /thumb-640\.jpg$/;

/** A thumbnail in all its widths, displayed at `sizes`; empty for a picture with a single width. `ratio`: of the video, if it is portrait. */
export function widthsOf(thumbnail: string, sizes: string, ratio = 1): { srcSet?: string; sizes?: string } {
  if (!THUMBNAIL_640.test(thumbnail)) return {};
  const srcSet = PICTURE_WIDTHS.map(
    (width) =>
      `${backend(thumbnail.replace(THUMBNAIL_640, `thumb-${width}.webp`))} ${Math.round(width * ratio)}w`,
  ).join(', ');
  return { srcSet, sizes };
}

/** Width to height of a portrait video's thumbnail, whose names count its height; 1 for others. */
export const ratioOf = ({ width, height }: Pick<Video, 'width' | 'height'>): number =>
  Math.min(1, (width ?? 1) / (height ?? 1));

/** Brings the focal point into view where a picture is cropped, as `object-position`. */
export const positionOf = ({ focus }: Pick<Video, 'focus'>): string => `${focus.x * 100}% ${focus.y * 100}%`;

/** A thumbnail cropped around its focal point, in all its widths; null for a picture that has no crops. */
export function cropOf(thumbnail: string, crop: Crop): { src: string; srcSet: string } | null {
  if (!THUMBNAIL_640.test(thumbnail)) return null;
  const [small, large] = CROP_WIDTHS.map((width) =>
    backend(thumbnail.replace(THUMBNAIL_640, `thumb-${width}-${crop}.webp`)),
  );
  return { src: small ?? '', srcSet: `${small} ${CROP_WIDTHS[0]}w, ${large} ${CROP_WIDTHS[1]}w` };
}

/** The smallest variant of a thumbnail: blurred, it is good enough. */
export function backdropOf(thumbnail: string): string {
  return backend(thumbnail.replace(THUMBNAIL_640, `thumb-${PICTURE_WIDTHS[0]}.webp`));
}

/** The largest form of a thumbnail, for the player. */
export function posterOf(thumbnail: string): string {
  return backend(thumbnail.replace(THUMBNAIL_640, `thumb-${PICTURE_WIDTHS[2]}.webp`));
}
