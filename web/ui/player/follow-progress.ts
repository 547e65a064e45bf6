/** How often at most a playing video reports its progress. */
const REPORT_INTERVAL_MS = 10_000;
/** A jump from its last seconds to its first ones is a new round of a video that loops. */
const ROUND_SECONDS = 1.5;
const TENTHS = 10;

/**
 * Tracks how far a video is watched, in tenths of its length: `onProgress` gets each newly reached tenth, at
 * most every ten seconds, and once more when the page closes. `position`: the last reported tenth; -1: none.
 * `container`: the video element or its container. Returns a function that stops it after a final report.
 */
export function followProgress(
  container: HTMLElement,
  position: number,
  onProgress: (after: number, reached: number) => void,
): () => void {
  let reached = position;
  let last = 0;
  let reportedAt = performance.now();
  let timer: number | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    removeEventListener('pagehide', flush);
    // what can't be reported now is reported with the next tenth
    if (!navigator.onLine) return;
    reportedAt = performance.now();
    onProgress(position, reached);
    position = reached;
  };
  const look = ({ type, target }: Event): void => {
    if (!(target instanceof HTMLVideoElement) || !(target.duration > 0) || target.seeking) return;
    const { currentTime, duration } = target;
    const isRound = currentTime < last && currentTime < ROUND_SECONDS && last > duration - ROUND_SECONDS;
    const isOver = type === 'ended' || isRound;
    last = currentTime;
    reached = Math.max(reached, isOver ? TENTHS : Math.floor((currentTime / duration) * TENTHS));
    if (reached === position || timer !== undefined) return;
    timer = window.setTimeout(flush, Math.max(0, reportedAt + REPORT_INTERVAL_MS - performance.now()));
    addEventListener('pagehide', flush);
  };
  // media events don't bubble, but are heard on their way down
  for (const name of ['timeupdate', 'ended']) container.addEventListener(name, look, true);
  return () => {
    for (const name of ['timeupdate', 'ended']) container.removeEventListener(name, look, true);
  };
}
