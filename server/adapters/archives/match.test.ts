import { expect, test, vi } from 'vitest';
import { matchListed } from './match.ts';
import type { Listed } from './platforms.ts';

test('matching scales with the sum of files and listed videos, not with their product', () => {
  const rest = { description: null, date: null, visibility: 'PUBLIC' as const };
  const listed = (count: number): Listed[] =>
    Array.from({ length: count }, (_, at) =>
      at % 2
        ? { path: `media/${at}.mp4`, title: 'x', ...rest }
        : {
            names: [`A rather long name of a video that was cut, ${'x'.repeat(at % 50)}${at}`],
            title: 'x',
            ...rest,
          },
    );
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => `a/b/A rather long name of a video that was cut${at}.mp4`);
  const compared = [vi.spyOn(String.prototype, 'startsWith'), vi.spyOn(String.prototype, 'endsWith')];
  matchListed(files(700), listed(20_000));
  const calls = compared.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  expect(calls).toBeLessThan(10 * 700);
});
