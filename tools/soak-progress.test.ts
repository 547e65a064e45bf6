import { expect, test } from 'vitest';
import { estimateLeft, formatTime, readProgress, readResults } from './soak-progress.ts';

test('reads how far a part is from a line of its output', () => {
  expect(readProgress('progress: 3/12\n')).toBe(0.25);
  expect(readProgress('a line before\nprogress: 12/12')).toBe(1);
  expect(readProgress('the progress: 3/12 of something else')).toBeNull();
  expect(readProgress('progress: 1/0')).toBeNull();
  expect(readProgress('[3/12] e2e/feed.e2e.ts:1:1 › a journey')).toBe(0.25);
});

test('reads what a part measured', () => {
  expect(readResults('progress: 1/2\nresult: lost: 0 (pass)\nno result: 1\nresult: 3 s')).toEqual([
    'lost: 0 (pass)',
    '3 s',
  ]);
});

test('tells the time left by what runs, and by the last run of what waits', () => {
  expect(estimateLeft({ elapsed: 1000, share: 0.25, lastTime: 9 }, [])).toBe(3000);
  expect(estimateLeft({ elapsed: 1000, share: 0, lastTime: 5000 }, [2000, 1000])).toBe(7000);
  expect(estimateLeft({ elapsed: 9000, share: 0, lastTime: 5000 }, [])).toBe(0);
});

test('writes times as people say them', () => {
  expect([4_400, 61_000, 7_380_000].map(formatTime)).toEqual(['4 s', '1 min 1 s', '2 h 3 min']);
});
