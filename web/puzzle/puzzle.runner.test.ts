import { expect, it } from 'vitest';
import { createRunner } from './puzzle.runner.ts';

it('falls one row per interval, stops while paused, and does not jump after a sleep', () => {
  const runner = createRunner(() => 5);
  runner.frame(0);
  runner.start();
  const row = (): number => runner.game().piece.y;
  const top = row();
  for (let now = 16; now <= 496; now += 16) runner.frame(now);
  expect(row()).toBe(top);
  runner.frame(512);
  expect(row()).toBe(top + 1);
  runner.pause();
  for (let now = 512; now < 5000; now += 16) runner.frame(now);
  runner.act('down');
  expect(row()).toBe(top + 1);
  runner.resume();
  runner.frame(60_000);
  expect(row()).toBe(top + 1);
});

it('reports the state of the game, ends, remembers the best score and restarts', () => {
  const runner = createRunner(() => 9);
  expect(runner.standing.get()).toMatchObject({ stage: 'idle', score: 0, lines: 0, level: 1 });
  runner.start();
  expect(runner.standing.get().stage).toBe('playing');
  for (let i = 0; i < 40; i += 1) runner.act('drop');
  expect(runner.standing.get().stage).toBe('over');
  runner.start();
  expect(runner.standing.get()).toMatchObject({ stage: 'playing', score: 0 });
  expect(runner.game().settled).toBe(0);
});
