import { lasting, readJson } from '#web/ui/storage.ts';

const SOUND = 'playerSound';

/** As loud as it was left. */
export function restoreSound(video: HTMLVideoElement): void {
  const kept = readJson(lasting, SOUND) as { volume?: unknown; muted?: unknown } | null;
  if (typeof kept?.volume === 'number') video.volume = Math.min(1, Math.max(0, kept.volume));
  if (kept?.muted === true) video.muted = true;
}

export function noteSound({ volume, muted }: HTMLVideoElement): void {
  lasting.set(SOUND, JSON.stringify({ volume, muted }));
}
