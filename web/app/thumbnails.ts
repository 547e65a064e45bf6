import { PICTURE_WIDTHS } from '#contract/videos/pictures.ts';
import { backend } from '#web/app/client/backend.ts';

const THUMBNAIL_640 = /thumb-640\.jpg$/;

/** A thumbnail in all its widths, displayed at `sizes`; empty for a picture with a single width. */
export function widthsOf(thumbnail: string, sizes: string): { srcSet?: string; sizes?: string } {
  if (!THUMBNAIL_640.test(thumbnail)) return {};
  const srcSet = PICTURE_WIDTHS.map(
    (width) => `${backend(thumbnail.replace(THUMBNAIL_640, `thumb-${width}.webp`))} ${width}w`,
  ).join(', ');
  return { srcSet, sizes };
}

/** The smallest variant of a thumbnail: blurred, it is good enough. */
export function backdropOf(thumbnail: string): string {
  return backend(thumbnail.replace(THUMBNAIL_640, `thumb-${PICTURE_WIDTHS[0]}.webp`));
}

/** The largest form of a thumbnail, for the player. */
export function posterOf(thumbnail: string): string {
  return backend(thumbnail.replace(THUMBNAIL_640, `thumb-${PICTURE_WIDTHS[2]}.webp`));
}
