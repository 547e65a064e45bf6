const SOUND = 'playerSound';

/** As loud as it was left. */
export function restoreSound(video: HTMLVideoElement): void {
  try {
    const kept = JSON.parse(localStorage.getItem(SOUND) ?? '{}') as { volume?: number; muted?: boolean };
    if (typeof kept.volume === 'number') video.volume = Math.min(1, Math.max(0, kept.volume));
    if (kept.muted) video.muted = true;
  } catch {
    // Storage is off, or holds something else: as loud as the device is.
  }
}

export function noteSound({ volume, muted }: HTMLVideoElement): void {
  try {
    localStorage.setItem(SOUND, JSON.stringify({ volume, muted }));
  } catch {
    // Storage can be switched off or full.
  }
}
