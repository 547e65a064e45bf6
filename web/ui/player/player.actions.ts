import { toggleCaptions } from './captions.ts';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];
const LOUDER = 0.05;
/** Keys that lead on or back, by so many seconds. */
const SKIP_KEYS: Record<string, number> = { arrowleft: -5, arrowright: 5, j: -10, l: 10 };

export function togglePlay(video: HTMLVideoElement): void {
  // Refused by a browser's policy, or paused in the meantime: the button shows it.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

/** Starts a source: at the given position if any, playing if requested. */
export function begin(video: HTMLVideoElement, from: number | null, autoPlay: boolean): void {
  if (from !== null) video.currentTime = from;
  // Refused by a browser's policy: the person presses play.
  if (autoPlay || from !== null) video.play().catch(() => undefined);
}

export function setRate(video: HTMLVideoElement, rate: number): void {
  video.playbackRate = rate;
}

/** Also before the length is known: the browser begins there then. */
export function seekTo(video: HTMLVideoElement, seconds: number): void {
  if (Number.isFinite(seconds))
    video.currentTime = Math.min(video.duration || Infinity, Math.max(0, seconds));
}

/** A part of the way; while another source loads, as soon as its length is known. */
function seekToPart(video: HTMLVideoElement, part: number): void {
  const go = (): void => seekTo(video, video.duration * part);
  if (Number.isNaN(video.duration)) video.addEventListener('loadedmetadata', go, { once: true });
  else go();
}

export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
  video.muted = video.volume === 0;
}

/** Silent at 0 as well: to be heard again takes some volume then. */
export function toggleMuted(video: HTMLVideoElement): void {
  const silent = video.muted || video.volume === 0;
  video.muted = !silent;
  if (silent && video.volume === 0) video.volume = 0.5;
}

export async function toggleFullScreen(frame: HTMLElement, video: HTMLVideoElement): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  if ('requestFullscreen' in frame) return frame.requestFullscreen();
  // The iPhone only knows it for the picture itself.
  (video as HTMLVideoElement & { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.();
}

export async function togglePicture(video: HTMLVideoElement): Promise<void> {
  if (document.pictureInPictureElement === video) await document.exitPictureInPicture();
  else await video.requestPictureInPicture();
}

/**
 * Applies a key to a video; false: not one of ours. A key that repeats continues skipping, and toggles once.
 */
export function pressKey(
  { key, repeat }: { key: string; repeat: boolean },
  { video, frame, skip }: { video: HTMLVideoElement; frame: HTMLElement; skip: (seconds: number) => void },
): boolean {
  const name = key.toLowerCase();
  const seconds = SKIP_KEYS[name];
  const turn = TURNS[name];
  const act = ACTIONS[name];
  if (seconds) skip(seconds);
  else if (turn) turn(video);
  else if (/^\d$/.test(key)) seekToPart(video, Number(key) / 10);
  else if (act) {
    if (!repeat) act(video, frame);
  } else return false;
  return true;
}

/** Up or down among the speeds there are. */
function stepRate(video: HTMLVideoElement, by: 1 | -1): void {
  const at = RATES.findLastIndex((rate) => rate <= video.playbackRate);
  setRate(video, RATES[Math.min(RATES.length - 1, Math.max(0, at + by))] ?? 1);
}

const TURNS: Record<string, (video: HTMLVideoElement) => void> = {
  arrowup: (video) => setVolume(video, video.volume + LOUDER),
  arrowdown: (video) => setVolume(video, video.volume - LOUDER),
  '>': (video) => stepRate(video, 1),
  '<': (video) => stepRate(video, -1),
};

const ACTIONS: Record<string, (video: HTMLVideoElement, frame: HTMLElement) => void> = {
  ' ': togglePlay,
  k: togglePlay,
  m: toggleMuted,
  c: toggleCaptions,
  f: (video, frame) => void toggleFullScreen(frame, video).catch(() => undefined),
};
