import { expect, it } from 'vitest';
import { createSwipe } from './puzzle.input.ts';
import type { Action } from './puzzle.rules.ts';

function trace(points: [number, number][], lift = true): Action[] {
  const acts: Action[] = [];
  const swipe = createSwipe((action) => acts.push(action));
  const [first = [0, 0], ...rest] = points;
  swipe.down(...first);
  for (const point of rest) swipe.move(...point);
  if (lift) swipe.up(...(points.at(-1) ?? first));
  return acts;
}

it('moves a step for each 50 px sideways, and none before', () => {
  expect(
    trace([
      [100, 100],
      [149, 100],
    ]),
  ).toEqual([]);
  expect(
    trace([
      [100, 100],
      [150, 100],
    ]),
  ).toEqual(['right']);
  expect(
    trace([
      [100, 100],
      [50, 104],
      [0, 104],
      [-1, 104],
    ]),
  ).toEqual(['left', 'left']);
  expect(
    trace([
      [100, 100],
      [160, 100],
      [110, 100],
      [100, 100],
    ]),
  ).toEqual(['right', 'left']);
});

it('drops on a swipe down and holds on a swipe up, once each', () => {
  expect(
    trace([
      [0, 0],
      [5, 49],
    ]),
  ).toEqual([]);
  expect(
    trace([
      [0, 0],
      [5, 50],
      [5, 200],
    ]),
  ).toEqual(['drop']);
  expect(
    trace([
      [0, 100],
      [5, 40],
      [5, -200],
    ]),
  ).toEqual(['hold']);
});

it('rotates on a tap, not at the end of a swipe', () => {
  expect(
    trace([
      [10, 10],
      [12, 11],
    ]),
  ).toEqual(['rotate']);
  expect(
    trace([
      [10, 10],
      [70, 10],
      [62, 10],
    ]),
  ).toEqual(['right']);
});
