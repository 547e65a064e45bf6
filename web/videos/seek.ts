/** Notifies a frame that it plays now, so that its overlay can be removed. */
export const FRAME_STARTS = 'framestarts';

/** Plays the video inside `container` from a second on: the native player, or YouTube's through its URL. */
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
  const frame = container?.querySelector('iframe');
  if (frame) {
    const address = new URL(frame.src);
    if (seconds > 0) address.searchParams.set('start', String(seconds));
    address.searchParams.set('autoplay', '1');
    frame.src = address.href;
    frame.dispatchEvent(new Event(FRAME_STARTS));
  }
  container?.scrollIntoView({ block: 'nearest' });
}
