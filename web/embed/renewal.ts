import type { Video } from '#contract/videos/videos.ts';

/** A second failure this soon is permanent. */
const AGAIN_MS = 30_000;
let requestedAt = -Infinity;

/**
 * A video that was replaced while the page was open has a new address: continues there at the same second. False: it
 * has none, or the same.
 */
export async function renew(id: number, video: HTMLVideoElement): Promise<boolean> {
  if (performance.now() - requestedAt < AGAIN_MS) return false;
  requestedAt = performance.now();
  const answer = await fetch(`/api/videos/${id}`, { credentials: 'omit' });
  if (!answer.ok) return false;
  const { sourceUrl, lines } = (await answer.json()) as Video;
  if (sourceUrl === null || isKnown(video, sourceUrl)) return false;
  const { currentTime, currentSrc, paused } = video;
  for (const source of video.querySelectorAll('source')) source.remove();
  const [, size] = /(\d+)p\.mp4$/.exec(currentSrc) ?? [];
  // in the size that was on
  video.src = lines.includes(Number(size)) ? sourceUrl.replace(/\d+(?=p\.mp4$)/, String(size)) : sourceUrl;
  video.currentTime = currentTime;
  if (!paused) void video.play().catch(() => undefined);
  return true;
}

/** In whatever size. */
function isKnown(video: HTMLVideoElement, address: string): boolean {
  const sources = [...video.querySelectorAll('source')].map(({ src }) => src);
  const file = new URL(address, location.href).href;
  return [video.currentSrc, ...sources].some((known) => folderOf(known) === folderOf(file));
}
const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/'));
