import type { Video } from '#contract/videos.ts';

/** Shorter clips begin with their file: it plays before the code for a ladder is there. */
const FILE_SECONDS = 90;

/** Own videos are files; an external address may be one, or a page of the other platform. */
export const isFile = ({ source, sourceUrl }: Video): boolean =>
  source === 'OTHER' || /\.(mp4|webm|m4v|mov)(\?|$)/i.test(sourceUrl ?? '');

export const isShort = ({ durationSec }: Video): boolean => durationSec > 0 && durationSec < FILE_SECONDS;

/** Its page begins to load the file itself. */
export const beginsAsFile = (video: Video): boolean => isFile(video) && (isShort(video) || !video.hlsUrl);
