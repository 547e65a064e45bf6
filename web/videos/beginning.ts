import { queryClient } from '#web/app/queries.ts';
import { backend } from '#web/app/client/backend.ts';
import { fittingFile } from '#web/ui/player/fitting-file.ts';
import { beginsAsFile } from './files.ts';
import { posterOf } from '#web/app/thumbnails.ts';
import { videoQuery } from './videos.queries.ts';

let ahead: HTMLVideoElement | undefined;

/** The picture and the first bytes of a video that is known, and about to be opened; one video at a time. */
export function loadBeginning(id: number): void {
  const video = queryClient.getQueryData(videoQuery(id).queryKey);
  if (!video?.sourceUrl || !beginsAsFile(video) || video.labels.sensitive) return;
  ahead ??= document.createElement('video');
  ahead.preload = 'metadata';
  ahead.muted = true;
  if (video.captions.length > 0) ahead.crossOrigin = 'anonymous';
  else ahead.removeAttribute('crossorigin');
  const { href } = new URL(backend(fittingFile(video.sourceUrl, video.lines)), location.href);
  if (ahead.src === href) return;
  ahead.src = href;
  if (video.thumbnail) new Image().src = posterOf(video.thumbnail);
}
