import { expect, test } from 'vitest';
import { precisionOf } from './location.rules.ts';

test.each([
  [0, 'high'],
  [10, 'high'],
  [10.1, 'medium'],
  [50, 'medium'],
  [50.1, 'low'],
  [4000, 'low'],
] as const)('±%d m is %s precision', (accuracy, precision) => {
  expect(precisionOf(accuracy)).toBe(precision);
});
