const REPORT_INTERVAL_MS = 10_000;

/** Sent by the element of another platform's player while it plays: a `Position` in `detail`. Bubbles. */
export const EMBED_POSITION = 'embedposition';
export interface Position {
  seconds: number;
  duration: number;
}

/**
 * Reports where a playing video is, in seconds: every ten seconds, when it pauses or ends, and when the page is left.
 * `container`: the video element or its container, or that of an embedded player. Returns a function that stops it after a final report.
 */
export function followPosition(
  container: HTMLElement,
  onPosition: (seconds: number, duration: number) => void,
): () => void {
  let latest: Position | undefined;
  let reportedAt = performance.now();
  const report = (): void => {
    if (!latest) return;
    reportedAt = performance.now();
    const { seconds, duration } = latest;
    latest = undefined;
    onPosition(seconds, duration);
  };
  const reportInTime = (): void => {
    if (performance.now() - reportedAt >= REPORT_INTERVAL_MS) report();
  };
  const lookAtEmbed = (event: Event): void => {
    latest = (event as CustomEvent<Position>).detail;
    reportInTime();
  };
  const look = ({ type, target }: Event): void => {
    if (!(target instanceof HTMLVideoElement) || !(target.duration > 0) || target.seeking) return;
    const { currentTime, duration, paused } = target;
    // a paused video that is only wound isn't watched
    if (!paused || type !== 'timeupdate')
      latest = { seconds: Math.round((type === 'ended' ? duration : currentTime) * 10) / 10, duration };
    if (type === 'timeupdate') reportInTime();
    else report();
  };
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') report();
  };
  // media events don't bubble, but are heard on their way down
  const names = ['timeupdate', 'pause', 'ended'];
  for (const name of names) container.addEventListener(name, look, true);
  container.addEventListener(EMBED_POSITION, lookAtEmbed);
  addEventListener('pagehide', report);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    for (const name of names) container.removeEventListener(name, look, true);
    container.removeEventListener(EMBED_POSITION, lookAtEmbed);
    removeEventListener('pagehide', report);
    document.removeEventListener('visibilitychange', onHidden);
    report();
  };
}
