import { localStore } from '#web/ui/storage.ts';
import { createStore } from '#web/ui/store.ts';
import type { Store } from '#web/ui/store.ts';
import { dropInterval, fall, levelOf, newGame, play } from './puzzle.rules.ts';
import type { Action, Game } from './puzzle.rules.ts';

export type Stage = 'idle' | 'playing' | 'paused' | 'over';

/** The state for the side panel and the screens; changes far less often than the canvas. */
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

const readBest = (): number => Number(localStore.get(BEST_KEY)) || 0;
const writeBest = (score: number): void => localStore.set(BEST_KEY, String(score));

/** A run: the game that is on, and the clock around it. */
interface Run {
  game: Game;
  stage: Stage;
  best: number;
  /** The latest frame. */
  now: number;
  /** Since the piece last fell on its own. */
  waited: number;
  /** When rows were last cleared. */
  flashed: number;
}

const standingOf = ({ game, stage, best }: Run): Standing => ({
  stage,
  score: game.score,
  lines: game.lines,
  level: levelOf(game.lines),
  best,
  next: stage === 'idle' ? null : game.next,
  hold: game.hold,
});

/** Applies the next state; returns whether listeners need an update. */
function advance(run: Run, next: Game): boolean {
  const { game } = run;
  if (next === game) return false;
  const settled = next.settled !== game.settled;
  run.game = next;
  if (settled) run.waited = 0;
  if (settled && next.cleared.length > 0) run.flashed = run.now;
  if (next.over) {
    run.stage = 'over';
    if (next.score > run.best) writeBest((run.best = next.score));
  }
  return next.over || settled || next.hold !== game.hold || next.next !== game.next;
}

/** Advances the game to the current time. */
function pass(run: Run, now: number): Game {
  // A tab that slept wakes up where it was.
  const passed = Math.min(now - run.now, 100);
  run.now = now;
  if (run.stage !== 'playing') return run.game;
  run.waited += passed;
  const interval = dropInterval(levelOf(run.game.lines));
  if (run.waited < interval) return run.game;
  run.waited -= interval;
  return fall(run.game);
}

/** Time and memory around the rules. `seed` deals the pieces: each game takes the next one. */
export function createRunner(seed: () => number): Runner {
  const run: Run = {
    game: newGame(seed()),
    stage: 'idle',
    best: readBest(),
    now: 0,
    waited: 0,
    flashed: -FLASH_MS,
  };
  const standing = createStore(standingOf(run));
  const enter = (stage: Stage): void => {
    run.stage = stage;
    standing.set(standingOf(run));
  };
  const become = (next: Game): void => {
    if (advance(run, next)) standing.set(standingOf(run));
  };
  return {
    standing,
    game: () => run.game,
    flash: () => Math.max(0, 1 - (run.now - run.flashed) / FLASH_MS),
    // The first game is the one that has lain there since the dialog opened.
    start: () => {
      if (run.stage !== 'idle') run.game = newGame(seed());
      run.waited = 0;
      run.flashed = run.now - FLASH_MS;
      enter('playing');
    },
    pause: () => {
      if (run.stage === 'playing') enter('paused');
    },
    resume: () => {
      if (run.stage === 'paused') enter('playing');
    },
    act: (action) => {
      if (run.stage !== 'playing') return;
      if (action === 'down') run.waited = 0;
      become(play(run.game, action));
    },
    frame: (now) => become(pass(run, now)),
  };
}
