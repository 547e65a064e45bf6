/** Plays the clip whose player stands in `place` from a second on: the native player, or YouTube's by its address. */
export function playFrom(place: HTMLElement | null, seconds: number): void {
  const player = place?.querySelector('video');
  if (player) {
    const go = (): void => {
      player.currentTime = seconds;
      // Refused by a browser's policy: the person presses play.
      player.play().catch(() => undefined);
    };
    if (player.readyState >= HTMLMediaElement.HAVE_METADATA) go();
    else player.addEventListener('loadedmetadata', go, { once: true });
  }
  const frame = place?.querySelector('iframe');
  if (frame) {
    const address = new URL(frame.src);
    address.searchParams.set('start', String(seconds));
    address.searchParams.set('autoplay', '1');
    frame.src = address.href;
  }
  place?.scrollIntoView({ block: 'nearest' });
}
