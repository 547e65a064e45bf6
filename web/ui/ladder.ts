/** One size of a ladder: its place in it and its shorter side. */
export interface Quality {
  index: number;
  lines: number;
}

export interface LadderState {
  /** Largest first; empty where there is nothing to choose. */
  qualities: Quality[];
  /** What is on at present. */
  playing: number | null;
}

export interface Attached {
  detach(): void;
  /** Plays one size from now on; null: whatever fits. */
  choose(index: number | null): void;
}

/**
 * Gives a player its source: the ladder (HLS) where the browser plays it itself or through hls.js, which is fetched
 * only then; otherwise, and whenever the ladder fails, the plain file.
 */
export function attachLadder(
  player: HTMLVideoElement,
  { ladder, file, onState }: { ladder: string | null; file: string; onState: (state: LadderState) => void },
): Attached {
  const nothing = (): void => undefined;
  if (!ladder || !('MediaSource' in window)) {
    player.src = ladder && player.canPlayType('application/vnd.apple.mpegurl') ? ladder : file;
    return { detach: () => release(player), choose: nothing };
  }
  let gone = false;
  let undo = (): void => release(player);
  let choose: Attached['choose'] = nothing;
  void import('hls.js/light')
    .then(({ default: Hls }) => {
      if (gone) return;
      const hls = new Hls({
        enableWorker: false,
        capLevelToPlayerSize: true,
        maxBufferLength: 20,
        backBufferLength: 30,
      });
      undo = () => hls.destroy();
      choose = (index) => {
        hls.nextLevel = index ?? -1;
      };
      const tell = (playing: number | null): void =>
        onState({
          qualities: hls.levels
            .map(({ width, height }, index) => ({ index, lines: Math.min(width, height) }))
            .toReversed(),
          playing,
        });
      hls.on(Hls.Events.MANIFEST_PARSED, () => tell(null));
      hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => tell(level));
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (!fatal) return;
        const { currentTime, paused } = player;
        hls.destroy();
        onState({ qualities: [], playing: null });
        choose = nothing;
        player.src = file;
        player.currentTime = currentTime;
        // Refused by a browser's policy: the person presses play.
        if (!paused) player.play().catch(() => undefined);
        undo = () => release(player);
      });
      hls.loadSource(ladder);
      hls.attachMedia(player);
    })
    .catch(() => {
      if (!gone) player.src = file;
    });
  return {
    detach: () => {
      gone = true;
      undo();
    },
    choose: (index) => choose(index),
  };
}

function release(player: HTMLVideoElement): void {
  player.removeAttribute('src');
  player.load();
}
