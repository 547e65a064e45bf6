import type { Orientation, Video } from './videos.ts';

/** Portrait: taller than wide. A video of unknown size counts as landscape. */
export const orientationOf = ({ width, height }: Pick<Video, 'width' | 'height'>): Orientation =>
  (height ?? 0) > (width ?? 0) ? 'portrait' : 'landscape';
