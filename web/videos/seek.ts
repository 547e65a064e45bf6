/** Sent to the element marked `data-embed`: another platform's player starts, at the second in `detail`. */
export const EMBED_STARTS = 'embedstarts';

const BEGUN_SECONDS = 3;

/** Plays the video inside `container` from a second on: in the native player, or in another platform's. */
export function playFrom(container: HTMLElement | null, seconds: number): void {
  const player = container?.querySelector('video');
  if (player) {
    const go = (): void => {
      // past the end, play the last second
      player.currentTime = Math.min(seconds, Math.max(0, player.duration - 1));
      // Refused by a browser's policy: the person presses play.
      player.play().catch(() => undefined);
    };
    if (player.readyState >= HTMLMediaElement.HAVE_METADATA) go();
    else player.addEventListener('loadedmetadata', go, { once: true });
  }
  const embed = container?.querySelector('[data-embed]');
  embed?.dispatchEvent(new CustomEvent(EMBED_STARTS, { detail: seconds }));
  container?.scrollIntoView({ block: 'nearest' });
}

/** Moves a video, playing or not, unless it has got further than a few seconds; `always`: even then. False: it stayed. */
export function moveTo(container: HTMLElement | null, seconds: number, always = false): boolean {
  const player = container?.querySelector('video');
  if (!player || (!always && player.currentTime > BEGUN_SECONDS)) return false;
  player.currentTime = seconds;
  return true;
}
