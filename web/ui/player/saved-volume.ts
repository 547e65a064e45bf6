import { localStore, readJson } from '#web/ui/storage.ts';

const SOUND = 'playerSound';

/** As loud as it was left. */
export function restoreSound(video: HTMLVideoElement): void {
  const stored = readJson(localStore, SOUND) as { volume?: unknown; muted?: unknown } | null;
  if (typeof stored?.volume === 'number') video.volume = Math.min(1, Math.max(0, stored.volume));
  if (stored?.muted === true) video.muted = true;
}

export function saveSound({ volume, muted }: HTMLVideoElement): void {
  localStore.set(SOUND, JSON.stringify({ volume, muted }));
}
