import { createStore } from '#web/ui/store.ts';
import type { Store } from '#web/ui/store.ts';
import { dropInterval, fall, levelOf, newGame, play } from './puzzle.rules.ts';
import type { Action, Game } from './puzzle.rules.ts';

export type Stage = 'idle' | 'playing' | 'paused' | 'over';

/** What the side panel and the screens show; changes far less often than the canvas. */
export interface Standing {
  stage: Stage;
  score: number;
  lines: number;
  level: number;
  best: number;
  next: Game['next'] | null;
  hold: Game['hold'];
}

export interface Runner {
  standing: Store<Standing>;
  /** The game as it is now, for drawing. */
  game: () => Game;
  /** 1 when rows were just cleared, falling to 0 over FLASH_MS. */
  flash: () => number;
  start: () => void;
  pause: () => void;
  resume: () => void;
  act: (action: Action) => void;
  /** Lets time pass. */
  frame: (now: number) => void;
}

const FLASH_MS = 180;
const BEST_KEY = 'puzzleBest';

function readBest(): number {
  try {
    return Number(localStorage.getItem(BEST_KEY)) || 0;
  } catch {
    return 0;
  }
}

function writeBest(score: number): void {
  try {
    localStorage.setItem(BEST_KEY, String(score));
  } catch {
    // Storage can be switched off; the best score then lasts as long as the page.
  }
}

/** Time and memory around the rules. `seed` deals the pieces: each game takes the next one. */
export function createRunner(seed: () => number): Runner {
  let game = newGame(seed());
  let stage: Stage = 'idle';
  let best = readBest();
  let before = 0;
  let waited = 0;
  let flashed = -FLASH_MS;
  const describe = (): Standing => ({
    stage,
    score: game.score,
    lines: game.lines,
    level: levelOf(game.lines),
    best,
    next: stage === 'idle' ? null : game.next,
    hold: game.hold,
  });
  const standing = createStore(describe());
  const enter = (next: Stage): void => {
    stage = next;
    standing.set(describe());
  };

  const become = (next: Game): void => {
    if (next === game) return;
    const settled = next.settled !== game.settled;
    const shown = settled || next.hold !== game.hold || next.next !== game.next;
    game = next;
    if (settled) waited = 0;
    if (settled && game.cleared.length > 0) flashed = before;
    if (game.over) {
      if (game.score > best) writeBest((best = game.score));
      enter('over');
    } else if (shown) standing.set(describe());
  };

  return {
    standing,
    game: () => game,
    flash: () => Math.max(0, 1 - (before - flashed) / FLASH_MS),
    // The first game is the one that has lain there since the dialog opened.
    start: () => {
      if (stage !== 'idle') game = newGame(seed());
      waited = 0;
      flashed = before - FLASH_MS;
      enter('playing');
    },
    pause: () => {
      if (stage === 'playing') enter('paused');
    },
    resume: () => {
      if (stage === 'paused') enter('playing');
    },
    act: (action) => {
      if (stage !== 'playing') return;
      if (action === 'down') waited = 0;
      become(play(game, action));
    },
    frame: (now) => {
      // A tab that slept wakes up where it was.
      const passed = Math.min(now - before, 100);
      before = now;
      if (stage !== 'playing') return;
      waited += passed;
      const interval = dropInterval(levelOf(game.lines));
      if (waited >= interval) {
        waited -= interval;
        become(fall(game));
      }
    },
  };
}
