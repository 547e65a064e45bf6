/** So often at most a film that is on tells how far it is. */
const TELL_MS = 10_000;
/** A jump from its last seconds to its first ones is a new round of a film that loops. */
const ROUND_SECONDS = 1.5;
const TENTHS = 10;

/**
 * Follows how far a film is watched, in tenths of its length: `tell` learns which it has come to since it was last told,
 * at most every ten seconds, and once more when the page goes. `told`: how far it knows; -1: nothing. `place`: the video
 * element or what it stands in. Returns what ends that; what isn't told by then still will be.
 */
export function followProgress(
  place: HTMLElement,
  told: number,
  tell: (after: number, reached: number) => void,
): () => void {
  let reached = told;
  let last = 0;
  let toldAt = performance.now();
  let timer: number | undefined;
  const say = (): void => {
    clearTimeout(timer);
    timer = undefined;
    removeEventListener('pagehide', say);
    // what can't be told now is told with the next tenth
    if (!navigator.onLine) return;
    toldAt = performance.now();
    tell(told, reached);
    told = reached;
  };
  const look = ({ type, target }: Event): void => {
    if (!(target instanceof HTMLVideoElement) || !(target.duration > 0) || target.seeking) return;
    const { currentTime, duration } = target;
    const isRound = currentTime < last && currentTime < ROUND_SECONDS && last > duration - ROUND_SECONDS;
    const isOver = type === 'ended' || isRound;
    last = currentTime;
    reached = Math.max(reached, isOver ? TENTHS : Math.floor((currentTime / duration) * TENTHS));
    if (reached === told || timer !== undefined) return;
    timer = window.setTimeout(say, Math.max(0, toldAt + TELL_MS - performance.now()));
    addEventListener('pagehide', say);
  };
  // media events don't bubble, but are heard on their way down
  for (const name of ['timeupdate', 'ended']) place.addEventListener(name, look, true);
  return () => {
    for (const name of ['timeupdate', 'ended']) place.removeEventListener(name, look, true);
  };
}
