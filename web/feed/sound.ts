import { createStore } from '#web/ui/store.ts';
import { localStore } from '#web/ui/storage.ts';
import { saveSound, restoreSound } from '#web/ui/player/saved-volume.ts';

const CAPTIONS = 'feedCaptions';

/** Whether the feed is muted: as last set, or because the browser requires it. */
export const muted = createStore(false);
export const captions = createStore(true);

let isRestored = false;

/** As loud as the last video was. */
export function prepareSound(video: HTMLVideoElement): void {
  if (!isRestored) {
    restoreSound(video);
    muted.set(video.muted);
    captions.set(localStore.get(CAPTIONS) !== 'off');
    isRestored = true;
  }
  video.muted = muted.get();
}

/** Plays, without a sound where the browser wants a press first. */
export async function start(video: HTMLVideoElement): Promise<void> {
  prepareSound(video);
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || video.muted) return;
    video.muted = true;
    muted.set(true);
    await video.play().catch(() => undefined);
  }
}

/** Whose first frame is there. */
export function playAtOnce(video: HTMLVideoElement): void {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) void start(video);
}

export function toggleSound(video: HTMLVideoElement | null): void {
  muted.set(!muted.get());
  if (!video) return;
  video.muted = muted.get();
  if (!video.muted && video.volume === 0) video.volume = 0.5;
  saveSound(video);
}

export function toggleCaptions(): void {
  captions.set(!captions.get());
  localStore.set(CAPTIONS, captions.get() ? 'on' : 'off');
}
