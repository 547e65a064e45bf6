/** The falling-blocks game as pure functions from one state to the next. Row 0 is the top one. */

export const COLUMNS = 10;
export const ROWS = 20;
export const KINDS = ['I', 'O', 'T', 'S', 'Z', 'J', 'L'] as const;
export type Kind = (typeof KINDS)[number];
export type Board = readonly (readonly (Kind | null)[])[];
export interface Piece {
  readonly kind: Kind;
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}
export type Action = 'left' | 'right' | 'down' | 'rotate' | 'drop' | 'hold';

export interface Game {
  readonly board: Board;
  readonly piece: Piece;
  readonly next: Kind;
  /** The rest of the shuffled bag, and the state of the random generator for the next one. */
  readonly bag: readonly Kind[];
  readonly dice: number;
  readonly hold: Kind | null;
  /** Each piece can be swapped once. */
  readonly swapped: boolean;
  readonly score: number;
  readonly lines: number;
  /** Pieces that came to rest so far. */
  readonly settled: number;
  /** Rows the last piece filled, as they stood before they went. */
  readonly cleared: readonly number[];
  readonly over: boolean;
}

type Cell = readonly [x: number, y: number];

/** Each shape in its initial rotation, in a square box of `size`. */
const SHAPES: Record<Kind, { size: number; cells: readonly Cell[] }> = {
  I: {
    size: 4,
    cells: [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
    ],
  },
  O: {
    size: 2,
    cells: [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  },
  T: {
    size: 3,
    cells: [
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ],
  },
  S: {
    size: 3,
    cells: [
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
    ],
  },
  Z: {
    size: 3,
    cells: [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
    ],
  },
  J: {
    size: 3,
    cells: [
      [0, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ],
  },
  L: {
    size: 3,
    cells: [
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ],
  },
};

/**
 * Offsets to try when a rotation doesn't fit, by initial rotation: the usual wall kicks (Super Rotation
 * System, y pointing down), then one or two rows lower, since nothing may be above the top row.
 */
const LOWER: readonly Cell[] = [
  [0, 1],
  [0, 2],
];
const KICKS: readonly (readonly Cell[])[] = [
  [[0, 0], [-1, 0], [-1, -1], [0, 2], [-1, 2], ...LOWER],
  [[0, 0], [1, 0], [1, 1], [0, -2], [1, -2], ...LOWER],
  [[0, 0], [1, 0], [1, -1], [0, 2], [1, 2], ...LOWER],
  [[0, 0], [-1, 0], [-1, 1], [0, -2], [-1, -2], ...LOWER],
];
const LONG_KICKS: readonly (readonly Cell[])[] = [
  [[0, 0], [-2, 0], [1, 0], [-2, 1], [1, -2], ...LOWER],
  [[0, 0], [-1, 0], [2, 0], [-1, -2], [2, 1], ...LOWER],
  [[0, 0], [2, 0], [-1, 0], [2, -1], [-1, 2], ...LOWER],
  [[0, 0], [1, 0], [-2, 0], [1, 2], [-2, -1], ...LOWER],
];

const LINE_SCORES = [0, 40, 100, 300, 1200] as const;

export function scoreOf(rows: number, level: number): number {
  return (LINE_SCORES[rows] ?? 0) * (level + 1);
}

export function levelOf(lines: number): number {
  return Math.floor(lines / 10) + 1;
}

/** Milliseconds a piece rests on each row. */
export function dropInterval(level: number): number {
  return Math.max(100, 500 - 50 * (level - 1));
}

export function cellsOf({ kind, turn, x, y }: Piece): Cell[] {
  const { size, cells } = SHAPES[kind];
  let turned: readonly Cell[] = cells;
  for (let i = 0; i < turn; i += 1) turned = turned.map(([cx, cy]): Cell => [size - 1 - cy, cx]);
  return turned.map(([cx, cy]): Cell => [x + cx, y + cy]);
}

export function fits(board: Board, piece: Piece): boolean {
  return cellsOf(piece).every(([x, y]) => board[y]?.[x] === null);
}

export function spawn(kind: Kind): Piece {
  return { kind, turn: 0, x: Math.floor((COLUMNS - SHAPES[kind].size) / 2), y: kind === 'I' ? -1 : 0 };
}

/** A game is its seed and the player's actions: the same seed deals the same pieces. */
export function newGame(seed: number): Game {
  const board = Array.from({ length: ROWS }, () => Array<Kind | null>(COLUMNS).fill(null));
  const first = deal([], seed >>> 0);
  const second = deal(first.bag, first.dice);
  return {
    board,
    piece: spawn(first.kind),
    next: second.kind,
    bag: second.bag,
    dice: second.dice,
    hold: null,
    swapped: false,
    score: 0,
    lines: 0,
    settled: 0,
    cleared: [],
    over: false,
  };
}

/** Applies an action. A move that doesn't fit leaves the game unchanged. */
export function play(game: Game, action: Action): Game {
  if (game.over) return game;
  switch (action) {
    case 'left':
      return moveTo(game, { ...game.piece, x: game.piece.x - 1 });
    case 'right':
      return moveTo(game, { ...game.piece, x: game.piece.x + 1 });
    case 'rotate':
      return rotate(game);
    case 'down':
      return fall(game);
    case 'drop':
      return settle({ ...game, piece: landing(game) });
    case 'hold':
      return swap(game);
  }
}

/** One row of falling: down, or to rest. */
export function fall(game: Game): Game {
  if (game.over) return game;
  const lower = { ...game.piece, y: game.piece.y + 1 };
  return fits(game.board, lower) ? { ...game, piece: lower } : settle(game);
}

/** Where the piece would land (the ghost). */
export function landing({ board, piece }: Game): Piece {
  let rest = piece;
  for (let lower = rest; fits(board, lower); lower = { ...lower, y: lower.y + 1 }) rest = lower;
  return rest;
}

function moveTo(game: Game, piece: Piece): Game {
  return fits(game.board, piece) ? { ...game, piece } : game;
}

function rotate(game: Game): Game {
  const { kind, turn, x, y } = game.piece;
  if (kind === 'O') return game;
  const kicks = (kind === 'I' ? LONG_KICKS : KICKS)[turn] ?? [];
  const turned = kicks
    .map(([dx, dy]): Piece => ({ kind, turn: (turn + 1) % 4, x: x + dx, y: y + dy }))
    .find((piece) => fits(game.board, piece));
  return turned ? { ...game, piece: turned } : game;
}

/** Puts the piece aside and takes out what lay there, or else the next one. Refused where that one has no room. */
function swap(game: Game): Game {
  if (game.swapped) return game;
  const piece = spawn(game.hold ?? game.next);
  if (!fits(game.board, piece)) return game;
  const next: Game = { ...game, piece, hold: game.piece.kind, swapped: true };
  if (game.hold !== null) return next;
  const { kind, bag, dice } = deal(game.bag, game.dice);
  return { ...next, next: kind, bag, dice };
}

/** Locks the piece, clears full rows and spawns the next piece: the game is over if it doesn't fit. */
function settle(game: Game): Game {
  const filled = game.board.map((row) => [...row]);
  for (const [x, y] of cellsOf(game.piece)) {
    const row = filled[y];
    if (row) row[x] = game.piece.kind;
  }
  const cleared = filled.flatMap((row, y) => (row.every((cell) => cell !== null) ? [y] : []));
  const remaining = filled.filter((_, y) => !cleared.includes(y));
  const emptyRows = cleared.map(() => Array<Kind | null>(COLUMNS).fill(null));
  const board = [...emptyRows, ...remaining];
  const piece = spawn(game.next);
  const { kind, bag, dice } = deal(game.bag, game.dice);
  return {
    board,
    piece,
    next: kind,
    bag,
    dice,
    hold: game.hold,
    swapped: false,
    cleared,
    settled: game.settled + 1,
    score: game.score + scoreOf(cleared.length, levelOf(game.lines)),
    lines: game.lines + cleared.length,
    over: !fits(board, piece),
  };
}

/** The next piece of the bag; an empty bag is filled with one of each kind, shuffled. */
function deal(bag: readonly Kind[], dice: number): { kind: Kind; bag: readonly Kind[]; dice: number } {
  const [kind, ...rest] = bag;
  if (kind) return { kind, bag: rest, dice };
  const full: Kind[] = [...KINDS];
  let state = dice;
  for (let i = full.length - 1; i > 0; i -= 1) {
    const roll = throwDice(state);
    state = roll.state;
    const j = Math.floor(roll.value * (i + 1));
    const [a, b] = [full[i], full[j]];
    if (a && b) {
      full[i] = b;
      full[j] = a;
    }
  }
  return deal(full, state);
}

/** mulberry32: small, even enough for shuffling seven pieces. */
function throwDice(before: number): { state: number; value: number } {
  const state = (before + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
  return { state, value: ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000 };
}
