import Hls from 'hls.js/light';
import { followPause, goOnWith, holdPicture } from './ladder-change.ts';
import { NOTHING, type Attached, type WithLadder } from './ladder-source.ts';

const SETTINGS = {
  enableWorker: false,
  capLevelToPlayerSize: true,
  maxBufferLength: 20,
  backBufferLength: 30,
};

/** Whether this browser decodes AV1 without dropping frames. */
async function askForAv1(): Promise<boolean> {
  try {
    const { supported, smooth } = await navigator.mediaCapabilities.decodingInfo({
      type: 'media-source',
      video: {
        contentType: 'video/mp4; codecs="av01.0.08M.08"',
        width: 1920,
        height: 1080,
        bitrate: 3_000_000,
        framerate: 30,
      },
    });
    return supported && smooth;
  } catch {
    return false;
  }
}
const asked = askForAv1();

const isAv1 = ({ videoCodec }: { videoCodec: string | undefined }): boolean =>
  videoCodec?.startsWith('av01') ?? false;

/** AV1 alone, or none of it. */
function chooseCodec(hls: Hls, decodesAv1: boolean): void {
  const wantsAv1 = decodesAv1 && hls.levels.some(isAv1);
  for (let at = hls.levels.length - 1; at >= 0; at--)
    if (isAv1(hls.levels[at]!) !== wantsAv1) hls.removeLevel(at);
}

/** Continues at the player's position, at its speed, and playing if it was. */
export function attachSizes(
  player: HTMLVideoElement,
  { ladder, file, onState }: WithLadder,
  chosen: number | null = null,
): Attached {
  const leave = new AbortController();
  const isPaused = followPause(player, leave.signal);
  let { currentTime, playbackRate } = player;
  const hls = new Hls({ ...SETTINGS, startPosition: currentTime || -1 });
  const emitState = (playing: number | null): void =>
    onState({
      qualities: hls.levels
        .map(({ width, height }, index) => ({ index, lines: Math.min(width, height) }))
        .toReversed(),
      playing,
    });
  let hasFailed = false;
  let decodesAv1 = false;
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    chooseCodec(hls, decodesAv1);
    if (chosen !== null) hls.startLevel = hls.nextLevel = chosen;
    emitState(null);
  });
  // also when it recovers from what a browser could not take
  hls.on(Hls.Events.MEDIA_ATTACHED, () => {
    player.playbackRate = playbackRate;
    // Refused by a browser's policy: the person presses play.
    if (!isPaused()) player.play().catch(() => undefined);
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => emitState(level));
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    // before any data has arrived, its earlier position
    if (player.readyState > HTMLMediaElement.HAVE_NOTHING) ({ currentTime, playbackRate } = player);
    if (!fatal) return;
    hasFailed = true;
    leave.abort();
    hls.destroy();
    onState(NOTHING);
    goOnWith(player, file, { currentTime, playbackRate, paused: isPaused() });
  });
  holdPicture(player);
  hls.attachMedia(player);
  void asked.then((answer) => {
    decodesAv1 = answer;
    if (!leave.signal.aborted) hls.loadSource(ladder);
  });
  return {
    detach: () => {
      leave.abort();
      if (!hasFailed) hls.destroy();
    },
    choose: (index) => {
      if (!hasFailed) hls.nextLevel = index ?? -1;
    },
  };
}
