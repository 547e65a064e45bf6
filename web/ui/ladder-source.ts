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

export interface LadderOptions {
  ladder: string | null;
  file: string;
  /** The file first; the ladder when somebody chooses one of its sizes. */
  startsAsFile: boolean;
  onState: (state: LadderState) => void;
}

export type WithLadder = LadderOptions & { ladder: string };

export const NOTHING: LadderState = { qualities: [], playing: null };

export const isOn = (player: HTMLVideoElement, address: string): boolean =>
  player.src === new URL(address, location.href).href;

export function release(player: HTMLVideoElement): void {
  player.removeAttribute('src');
  player.load();
}
