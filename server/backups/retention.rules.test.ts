import { expect, test } from 'vitest';
import { chooseRetained } from './retention.rules.ts';

const HOUR = 3600 * 1000;
const NIGHT = Date.UTC(2026, 10, 22, 2, 20);

test('of two months of hourly backups, retains 24 hours, 7 days and 4 weeks', () => {
  const hours = Array.from({ length: 60 * 24 }, (_, n) => NIGHT - n * HOUR);
  const retained = [...chooseRetained(hours)]
    .map((time) => Math.round((NIGHT - time) / HOUR))
    .toSorted((a, b) => a - b);
  // at 2:20 on a Sunday: the last hours of the days and weeks before, where no hour holds them already
  expect(retained).toEqual([...Array.from({ length: 24 }, (_, n) => n), 27, 51, 75, 99, 123, 147, 315, 483]);
});
