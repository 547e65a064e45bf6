/** One size of a ladder: its place in it and its shorter side. */
export interface Quality {
  index: number;
  lines: number;
}

export interface LadderState {
  /** Largest first; empty if there is no choice. */
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
  /** The file first; the ladder when the viewer chooses one of its sizes. */
  startsAsFile: boolean;
  onState: (state: LadderState) => void;
}

export type WithLadder = LadderOptions & { ladder: string };

export const NOTHING: LadderState = { qualities: [], playing: null };

/** What it plays, or is about to: its own source, or the one of several in the HTML which the browser chose. */
export const addressOn = (player: HTMLVideoElement): string =>
  player.src || (player.querySelector('source') ? player.currentSrc : '');

export const isOn = (player: HTMLVideoElement, address: string): boolean =>
  addressOn(player) === new URL(address, location.href).href;

export function release(player: HTMLVideoElement): void {
  for (const source of player.querySelectorAll('source')) source.remove();
  player.removeAttribute('src');
  player.load();
}
