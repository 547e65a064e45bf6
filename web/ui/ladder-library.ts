import Hls from 'hls.js/light';
import { goOnWith, holdPicture } from './ladder-change.ts';
import { NOTHING, type Attached, type WithLadder } from './ladder-source.ts';

const SETTINGS = {
  enableWorker: false,
  capLevelToPlayerSize: true,
  maxBufferLength: 20,
  backBufferLength: 30,
};

/** Goes on where the player stands, as fast as it was and playing if it did. */
export function attachSizes(
  player: HTMLVideoElement,
  { ladder, file, onState }: WithLadder,
  chosen: number | null = null,
): Attached {
  const { currentTime, playbackRate, paused } = player;
  const before = { currentTime, playbackRate, paused };
  const hls = new Hls({ ...SETTINGS, startPosition: currentTime || -1 });
  const tell = (playing: number | null): void =>
    onState({
      qualities: hls.levels
        .map(({ width, height }, index) => ({ index, lines: Math.min(width, height) }))
        .toReversed(),
      playing,
    });
  let hasFailed = false;
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (chosen !== null) hls.startLevel = hls.nextLevel = chosen;
    tell(null);
    player.playbackRate = playbackRate;
    // Refused by a browser's policy: the person presses play.
    if (!paused) player.play().catch(() => undefined);
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => tell(level));
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (!fatal) return;
    hasFailed = true;
    const at = player.readyState === HTMLMediaElement.HAVE_NOTHING ? before : player;
    // 'destroy' empties the player
    const moment = { currentTime: at.currentTime, playbackRate: at.playbackRate, paused: at.paused };
    hls.destroy();
    onState(NOTHING);
    goOnWith(player, file, moment);
  });
  holdPicture(player);
  hls.loadSource(ladder);
  hls.attachMedia(player);
  return {
    detach: () => {
      if (!hasFailed) hls.destroy();
    },
    choose: (index) => {
      if (!hasFailed) hls.nextLevel = index ?? -1;
    },
  };
}
