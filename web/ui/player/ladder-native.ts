import { fetchSizes, followPause, goOnWith, type Size } from './ladder-change.ts';
import { NOTHING, isOn, type Attached, type WithLadder } from './ladder-source.ts';

/** Browsers choose among the sizes of a main playlist; one size is chosen by its own playlist. */
export function attachSizes(player: HTMLVideoElement, options: WithLadder): Attached {
  const { ladder, file, onState } = options;
  const leave = new AbortController();
  const { signal } = leave;
  let sizes: Size[] = [];
  const emitState = (): void => {
    const lines = Math.min(player.videoWidth, player.videoHeight);
    onState({ qualities: sizes, playing: sizes.find((size) => size.lines === lines)?.index ?? null });
  };
  player.addEventListener('resize', emitState, { signal });
  fetchSizes(player, options, signal, (found) => {
    sizes = found;
    emitState();
  });
  const restart = surviveOutages(player, file, signal, () => {
    leave.abort();
    onState(NOTHING);
  });
  return {
    detach: () => leave.abort(),
    choose: (index) => {
      if (signal.aborted || (index === null && isOn(player, file))) return;
      restart();
      goOnWith(player, sizes.find((size) => size.index === index)?.address ?? ladder);
    },
  };
}

const RETRIES_MS = [1000, 2000, 4000];
/** So many seconds after a failure it is overcome. */
const OVERCOME = 10;

/**
 * A browser gives up a ladder at the first missing segment. One that has played is retried a few times; after
 * that, or at once if nothing has loaded yet, the file takes over.
 */
function surviveOutages(
  player: HTMLVideoElement,
  file: string,
  signal: AbortSignal,
  onGivenUp: () => void,
): () => void {
  const on = (event: string, act: () => void): void => player.addEventListener(event, act, { signal });
  let tries = 0;
  let failedAt: number | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const restart = (): void => {
    clearTimeout(timer);
    tries = 0;
    failedAt = undefined;
  };
  const isPaused = followPause(player, signal);
  const fail = (): void => {
    if (isOn(player, file)) return;
    const { currentTime, playbackRate, src } = player;
    const at = { currentTime, playbackRate, paused: isPaused() };
    const wait = failedAt === undefined && player.played.length === 0 ? undefined : RETRIES_MS[tries++];
    if (wait === undefined) {
      onGivenUp();
      return goOnWith(player, file, at);
    }
    failedAt = currentTime;
    goOnWith(player, '', at);
    timer = setTimeout(() => goOnWith(player, src), wait);
  };
  on('playing', () => {
    if (failedAt !== undefined && player.currentTime >= failedAt + OVERCOME) restart();
  });
  on('error', fail);
  if (player.error) fail();
  signal.addEventListener('abort', () => clearTimeout(timer));
  return restart;
}
