export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];
const STEP = 5;
const LEAP = 10;

export function togglePlay(video: HTMLVideoElement): void {
  // Refused by a browser's policy, or paused meanwhile: the button says so.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

/** The start of a source: from a moment on if it is told, at once if it is wanted. */
export function begin(video: HTMLVideoElement, from: number | null, autoPlay: boolean): void {
  if (from !== null) video.currentTime = from;
  // Refused by a browser's policy: the person presses play.
  if (autoPlay || from !== null) video.play().catch(() => undefined);
}

export function setRate(video: HTMLVideoElement, rate: number): void {
  video.playbackRate = rate;
}

export function seekTo(video: HTMLVideoElement, seconds: number): void {
  if (Number.isFinite(video.duration)) video.currentTime = Math.min(video.duration, Math.max(0, seconds));
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

/** The first captions, or none. */
export function toggleCaptions(video: HTMLVideoElement): boolean {
  const tracks = [...video.textTracks];
  const on = !tracks.some(({ mode }) => mode === 'showing');
  for (const [at, track] of tracks.entries()) track.mode = on && at === 0 ? 'showing' : 'disabled';
  return on;
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

/** What a key does to a clip; false: nothing, it is somebody else's. */
export function pressKey(key: string, video: HTMLVideoElement, frame: HTMLElement): boolean {
  if (/^\d$/.test(key)) seekTo(video, (video.duration * Number(key)) / 10);
  else {
    const act = ACTIONS[key.toLowerCase()];
    if (!act) return false;
    act(video, frame);
  }
  return true;
}

const ACTIONS: Record<string, (video: HTMLVideoElement, frame: HTMLElement) => void> = {
  ' ': togglePlay,
  k: togglePlay,
  arrowleft: (video) => seekTo(video, video.currentTime - STEP),
  arrowright: (video) => seekTo(video, video.currentTime + STEP),
  j: (video) => seekTo(video, video.currentTime - LEAP),
  l: (video) => seekTo(video, video.currentTime + LEAP),
  m: toggleMuted,
  c: (video) => void toggleCaptions(video),
  f: (video, frame) => void toggleFullScreen(frame, video).catch(() => undefined),
};
