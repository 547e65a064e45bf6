import { expect, test } from 'vitest';
import { ofCommand, readPlaywright, readVitest, summarize } from './test-results.ts';

const file = (name: string, status: string, seconds: number, assertionResults = [{}]) => ({
  name: `${process.cwd()}/${name}`,
  status,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
  assertionResults,
});

test('tests are counted, files that do not load are failures, retries are flaky', () => {
  const json = JSON.stringify({
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      file('a.test.ts', 'passed', 1),
      file('b.test.ts', 'failed', 2.5),
      file('c.test.ts', 'failed', 0, []),
    ],
  });
  expect(readVitest(json, '   ✓ stock is taken once 300ms (retry x1)\n ✓ (retry x1) of them')).toEqual({
    passed: 7,
    failed: 2,
    flaky: 1,
    skipped: 2,
    slowest: ['   2.5 s  b.test.ts', '   1.0 s  a.test.ts', '   0.0 s  c.test.ts'],
  });
});

test('journeys that pass on the second attempt are flaky, errors outside them are failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 };
  expect(readPlaywright(JSON.stringify({ stats, errors: [{}] }))).toEqual({
    passed: 7,
    failed: 2,
    flaky: 2,
    skipped: 3,
  });
});

test('the last line counts passed and failed tests, and flaky and skipped ones if there are any', () => {
  expect(summarize([ofCommand(0), ofCommand(1)])).toBe('1 passed, 1 failed');
  expect(summarize([ofCommand(0), { passed: 9, failed: 0, flaky: 1, skipped: 2 }])).toBe(
    '10 passed, 0 failed, 1 flaky, 2 skipped',
  );
});
