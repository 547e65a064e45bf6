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

interface LadderOptions {
  ladder: string | null;
  file: string;
  /** The file first; the ladder when somebody chooses one of its sizes. */
  startsAsFile: boolean;
  onState: (state: LadderState) => void;
}

const NOTHING: LadderState = { qualities: [], playing: null };

/**
 * Gives a player its source: the ladder (HLS) where the browser plays it itself or through hls.js, which is fetched
 * only then; otherwise, and whenever the ladder fails, the plain file.
 */
export function attachLadder(player: HTMLVideoElement, options: LadderOptions): Attached {
  const { ladder, file, startsAsFile } = options;
  if (!ladder || !('MediaSource' in window)) {
    const isNative = ladder && !startsAsFile && player.canPlayType('application/vnd.apple.mpegurl');
    play(player, isNative ? ladder : file);
    return { detach: () => release(player), choose: () => undefined };
  }
  return startsAsFile
    ? attachFileFirst(player, { ...options, ladder })
    : attachLibrary(player, { ...options, ladder });
}

type WithLadder = LadderOptions & { ladder: string };

/** The sizes are known from the ladder's text once the first picture was shown; choosing one attaches the ladder. */
function attachFileFirst(player: HTMLVideoElement, options: WithLadder): Attached {
  const leave = new AbortController();
  const { signal } = leave;
  let attached: Attached | null = null;
  play(player, options.file);
  const ask = async (): Promise<void> => {
    const answer = await fetch(options.ladder, { signal });
    if (answer.ok && !attached) options.onState({ qualities: readSizes(await answer.text()), playing: null });
  };
  player.addEventListener('playing', () => void ask().catch(() => undefined), { once: true, signal });
  return {
    detach: () => {
      leave.abort();
      if (attached) attached.detach();
      else release(player);
    },
    choose: (index) => {
      if (index === null && !attached) return;
      attached ??= attachLibrary(player, options);
      attached.choose(index);
    },
  };
}

/** The sizes of a ladder, as its main playlist lists them, largest first. */
function readSizes(text: string): Quality[] {
  return [...text.matchAll(/RESOLUTION=(\d+)x(\d+)/g)]
    .map(([, width, height]) => Math.min(Number(width), Number(height)))
    .toSorted((one, other) => one - other)
    .map((lines, index) => ({ index, lines }))
    .toReversed();
}

const SETTINGS = {
  enableWorker: false,
  capLevelToPlayerSize: true,
  maxBufferLength: 20,
  backBufferLength: 30,
};

/** Goes on where the player stands, as fast as it was and playing if it did. */
function attachLibrary(player: HTMLVideoElement, { ladder, file, onState }: WithLadder): Attached {
  const { currentTime: from, playbackRate: rate } = player;
  const wasPlaying = from > 0 && !player.paused;
  let gone = false;
  let undo = (): void => release(player);
  let chosen: number | null = null;
  let choose = (index: number | null): void => {
    chosen = index;
  };
  void import('hls.js/light')
    .then(({ default: Hls }) => {
      if (gone) return;
      const hls = new Hls({ ...SETTINGS, startPosition: from || -1 });
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
      hls.on(Hls.Events.MANIFEST_PARSED, () => {
        if (chosen !== null) hls.startLevel = hls.nextLevel = chosen;
        tell(null);
        player.playbackRate = rate;
        // Refused by a browser's policy: the person presses play.
        if (wasPlaying) player.play().catch(() => undefined);
      });
      hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => tell(level));
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (!fatal) return;
        const { currentTime, paused } = player;
        hls.destroy();
        onState(NOTHING);
        choose = () => undefined;
        player.src = file;
        player.currentTime = currentTime;
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

/** What the server's HTML named, and may be playing already, stays. */
function play(player: HTMLVideoElement, address: string): void {
  if (player.src !== new URL(address, location.href).href) player.src = address;
}

function release(player: HTMLVideoElement): void {
  player.removeAttribute('src');
  player.load();
}
