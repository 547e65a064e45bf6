import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COLUMNS,
  KINDS,
  ROWS,
  cellsOf,
  dropInterval,
  fall,
  fits,
  landing,
  levelOf,
  newGame,
  play,
  scoreOf,
  spawn,
} from './puzzle.rules.ts';
import type { Action, Board, Game, Kind } from './puzzle.rules.ts';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const actions = fc.array(fc.constantFrom<Action>('left', 'right', 'down', 'rotate', 'drop', 'hold'), {
  maxLength: 400,
});
const countCells = (board: Board): number => board.flat().filter((cell) => cell !== null).length;

/** A game with a board drawn from the bottom up; `#` is a cell. */
function gameWith(kind: Kind, rows: string[], lines = 0): Game {
  const empty = Array.from({ length: ROWS - rows.length }, () => '.'.repeat(COLUMNS));
  const board = [...empty, ...rows].map((row) =>
    [...row].map((cell): Kind | null => (cell === '#' ? 'J' : null)),
  );
  return { ...newGame(1), board, piece: spawn(kind), lines };
}

describe('puzzle rules', () => {
  it('neither loses nor adds cells, counts rows and scores by the formula, whatever is played', () => {
    fc.assert(
      fc.property(seeds, actions, (seed, played) => {
        let game = newGame(seed);
        for (const action of played) {
          const before = game;
          game = play(before, action);
          const settled = game.settled - before.settled;
          const clearedCount = settled ? game.cleared.length : 0;
          expect(countCells(game.board)).toBe(
            countCells(before.board) + 4 * settled - COLUMNS * clearedCount,
          );
          expect(game.lines).toBe(before.lines + clearedCount);
          expect(game.score).toBe(before.score + scoreOf(clearedCount, levelOf(before.lines)));
          expect(game.board.some((row) => row.every((cell) => cell !== null))).toBe(false);
          expect(game.board.map((row) => row.length)).toEqual(Array(ROWS).fill(COLUMNS));
          expect(cellsOf(game.piece)).toHaveLength(4);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is over exactly when the new piece does not fit, and then stays unchanged', () => {
    fc.assert(
      fc.property(seeds, actions, (seed, played) => {
        let game = newGame(seed);
        for (const action of played) {
          const before = game;
          game = play(before, action);
          expect(game.over).toBe(!fits(game.board, game.piece));
          if (before.over) expect(game).toBe(before);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ends when pieces are only dropped, and no piece leaves the board before that', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        let game = newGame(seed);
        let drops = 0;
        while (!game.over && drops < 200) {
          expect(fits(game.board, landing(game))).toBe(true);
          game = play(game, 'drop');
          drops += 1;
        }
        expect(game.over).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('deals each of the seven pieces once in every seven, and the same ones for the same seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const deal = (): Kind[] => {
          let game = newGame(seed);
          const kinds: Kind[] = [];
          for (let i = 0; i < 21; i += 1) {
            kinds.push(game.piece.kind);
            game = play({ ...game, board: newGame(0).board }, 'drop');
          }
          return kinds;
        };
        const kinds = deal();
        for (const start of [0, 7, 14])
          expect(kinds.slice(start, start + 7).sort()).toEqual([...KINDS].sort());
        expect(deal()).toEqual(kinds);
      }),
      { numRuns: 40 },
    );
  });

  it('returns to the same position after four rotations in the open', () => {
    for (const kind of KINDS) {
      const game = { ...gameWith(kind, []), piece: { ...spawn(kind), y: 8 } };
      const turned = (['rotate', 'rotate', 'rotate', 'rotate'] as const).reduce<Game>(play, game);
      expect(turned.piece).toEqual(game.piece);
    }
  });

  it('kicks off a wall and off the top', () => {
    const upright = play(play(gameWith('I', []), 'rotate'), 'left');
    expect(new Set(cellsOf(upright.piece).map(([x]) => x)).size).toBe(1);
    const atWall = Array<Action>(9).fill('left').reduce<Game>(play, upright);
    expect(Math.min(...cellsOf(atWall.piece).map(([x]) => x))).toBe(0);
    const flat = play(atWall, 'rotate');
    expect(new Set(cellsOf(flat.piece).map(([, y]) => y)).size).toBe(1);
    expect(fits(flat.board, flat.piece)).toBe(true);
  });

  it('clears one to four rows for 40, 100, 300 and 1200 times level + 1', () => {
    const open = '####.#####';
    for (const [rows, points] of [
      [1, 40],
      [2, 100],
      [3, 300],
      [4, 1200],
    ] as const) {
      let game = gameWith('I', Array<string>(rows).fill(open), 10);
      game = play(game, 'rotate');
      while (Math.min(...cellsOf(game.piece).map(([x]) => x)) > 4) game = play(game, 'left');
      while (Math.min(...cellsOf(game.piece).map(([x]) => x)) < 4) game = play(game, 'right');
      const after = play(game, 'drop');
      expect(after.cleared).toHaveLength(rows);
      expect(after.score).toBe(points * 3);
      expect(after.lines).toBe(10 + rows);
      expect(countCells(after.board)).toBe(4 - rows);
    }
  });

  it('drops the rows above a cleared one', () => {
    const game = gameWith('O', ['#.........', '####..####', '####..####']);
    const after = play(game, 'drop');
    expect(after.cleared).toEqual([18, 19]);
    expect(after.board[19]).toEqual(['J', ...Array<null>(9).fill(null)]);
  });

  it('gains a level every ten lines and falls faster, down to 100 ms', () => {
    expect([0, 9, 10, 25, 99].map(levelOf)).toEqual([1, 1, 2, 3, 10]);
    expect([1, 2, 8, 9, 10, 40].map(dropInterval)).toEqual([500, 450, 150, 100, 100, 100]);
    expect([0, 1, 2, 3, 4].map((rows) => scoreOf(rows, 1))).toEqual([0, 80, 200, 600, 2400]);
  });

  it('holds a piece once per piece and swaps it back later', () => {
    const game = newGame(7);
    const afterHold = play(game, 'hold');
    expect(afterHold.hold).toBe(game.piece.kind);
    expect(afterHold.piece.kind).toBe(game.next);
    expect(play(afterHold, 'hold')).toBe(afterHold);
    const later = play(play(afterHold, 'drop'), 'hold');
    expect(later.piece.kind).toBe(game.piece.kind);
  });

  it('lands exactly where the ghost shows', () => {
    const game = newGame(3);
    const ghost = cellsOf(landing(game));
    let fallen = game;
    while (fallen.settled === 0) fallen = fall(fallen);
    for (const [x, y] of ghost) expect(fallen.board[y]?.[x]).toBe(game.piece.kind);
    expect(fallen).toEqual(play(game, 'drop'));
  });
});
