import { videos, type Video } from '#contract/videos/videos.ts';
import { addressOf } from '#contract/site/address.ts';
import { backend } from '#web/app/client/backend.ts';

/** Where a video's file is downloaded from; null: it can't be. */
export function downloadOf({ id, downloadable, sourceUrl }: Video): string | null {
  if (!downloadable || !sourceUrl) return null;
  // a link carries no session: the file of a video that isn't public is opened by its signed address
  const isSigned = sourceUrl.startsWith('/media/signed/');
  return backend(isSigned ? `${sourceUrl}?download` : addressOf(videos.download.path, { id }, {}));
}
