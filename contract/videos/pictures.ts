import type { Video } from './videos.ts';

/** Stored widths of every thumbnail in pixels: `…thumb-640.jpg` has siblings `…thumb-320.webp` and so on. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const;

/** Crops around the focal point, for portrait videos, as WebP in CROP_WIDTHS: `…thumb-320-4x5.webp` and so on. */
export const CROPS = { '4x5': 4 / 5, '9x16': 9 / 16 } as const;
export type Crop = keyof typeof CROPS;
export const CROP_WIDTHS = [320, 640] as const;

/** The width of the home page's banner, as in `sizes`; the server's preload must match it. */
export const BANNER_SIZES = '(width >= 84rem) 79rem, 100vw';

/** The picture that other sites and search engines get: blurred if the video is sensitive. */
export const pictureElsewhere = ({ id, labels, thumbnail }: Pick<Video, 'id' | 'labels' | 'thumbnail'>) =>
  thumbnail && labels.sensitive ? `/api/videos/${id}/blurred.jpg` : thumbnail;
