import { SHORT_SECONDS } from '#contract/videos/files.ts';
import type { Video } from '#contract/videos/videos.ts';

/** Own videos are files; an external address may be one, or a page of the other platform. */
export const isFile = ({ source, sourceUrl }: Video): boolean =>
  source === 'OTHER' || /\.(mp4|webm|m4v|mov)(\?|$)/i.test(sourceUrl ?? '');

/** Short videos begin with their file: it plays before the code for a ladder is there. */
export const isShort = ({ durationSec }: Video): boolean => durationSec > 0 && durationSec < SHORT_SECONDS;

/** Its page begins to load the file itself. */
export const beginsAsFile = (video: Video): boolean => isFile(video) && (isShort(video) || !video.hlsUrl);
