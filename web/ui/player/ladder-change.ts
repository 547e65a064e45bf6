import { isOn, release, type Quality, type WithLadder } from './ladder-source.ts';

export interface Size extends Quality {
  address: string;
}

/**
 * The sizes come from the ladder's playlist: requested when it starts, or with the file playing, once that
 * plays.
 */
export function fetchSizes(
  player: HTMLVideoElement,
  { ladder, file }: WithLadder,
  signal: AbortSignal,
  onSizes: (sizes: Size[]) => void,
): void {
  const refresh = async (): Promise<void> => {
    const answer = await fetch(ladder, { signal });
    if (answer.ok) onSizes(readSizes(await answer.text(), answer.url));
  };
  const begin = (): void => void refresh().catch(() => undefined);
  const isFile = isOn(player, file);
  // it may have been played or sought in before the scripts were there
  if (isFile ? player.played.length > 0 || player.currentTime > 0 : player.readyState > 0) begin();
  else player.addEventListener(isFile ? 'timeupdate' : 'loadedmetadata', begin, { once: true, signal });
}

/** The sizes of a ladder, as its main playlist lists them, largest first; those in AV1 are the same. */
function readSizes(text: string, base: string): Size[] {
  return [...text.matchAll(/RESOLUTION=(\d+)x(\d+).*\s+(\S+)/g)]
    .filter(([variant]) => !variant.includes('av01'))
    .map(([, width, height, address = '']) => ({
      lines: Math.min(Number(width), Number(height)),
      address: new URL(address, base).href,
    }))
    .toSorted((one, other) => one.lines - other.lines)
    .map((size, index) => ({ ...size, index }))
    .toReversed();
}

type Moment = Pick<HTMLVideoElement, 'currentTime' | 'playbackRate' | 'paused'>;

/** Another source of the same video ('': none yet), from the moment it is at, as fast as before, and playing if it was. */
export function goOnWith(player: HTMLVideoElement, address: string, at: Moment = player): void {
  if (isOn(player, address)) return;
  const { currentTime, playbackRate, paused } = at;
  holdPicture(player);
  if (address) player.src = address;
  else release(player);
  player.playbackRate = playbackRate;
  player.currentTime = currentTime;
  // Refused by a browser's policy: the person presses play.
  if (!paused) player.play().catch(() => undefined);
}

/** Whether the viewer paused it: browsers pause on failures, too. */
export function followPause(player: HTMLVideoElement, signal: AbortSignal): () => boolean {
  let { paused } = player;
  player.addEventListener('play', () => (paused = false), { signal });
  player.addEventListener('pause', () => (paused ||= player.error === null), { signal });
  return () => paused;
}

/** What is seen stays until the next source has a picture. */
export function holdPicture(player: HTMLVideoElement): void {
  if (!player.videoWidth) return;
  const still = document.createElement('canvas');
  still.width = player.videoWidth;
  still.height = player.videoHeight;
  still.getContext('2d')?.drawImage(player, 0, 0);
  still.className = player.className;
  still.style.pointerEvents = 'none';
  player.after(still);
  player.addEventListener('loadeddata', () => still.remove(), { once: true });
}
