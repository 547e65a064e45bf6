import { expect, test } from 'vitest';
import { fromPlaywright, fromVitest, listSlowest } from './test-results.ts';

test('counts tests, files that do not load, and skipped tests as failures', () => {
  const json = JSON.stringify({
    numPassedTests: 2,
    testResults: [
      {
        name: `${process.cwd()}/a.test.ts`,
        status: 'failed',
        message: '',
        startTime: 1000,
        endTime: 3500,
        assertionResults: [
          { status: 'passed', fullName: 'one', duration: 2000 },
          { status: 'failed', fullName: 'two', failureMessages: ['expected 1 to be 2'] },
          { status: 'skipped', fullName: 'three' },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module x', assertionResults: [] },
      {
        name: 'c.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [{ status: 'passed', fullName: 'x' }],
      },
    ],
  });
  const { passed, failed, report, names, files } = fromVitest(json);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 3 });
  expect(report).toContain('a.test.ts > two\n  expected 1 to be 2');
  expect(report).toContain('Cannot find module x');
  expect(names).toContain('a.test.ts > two');
  expect(fromVitest(json, true).failed, 'chosen by name').toBe(2);
  expect(files[0]).toEqual({ file: 'a.test.ts', time: 2500, slowest: { title: 'one', time: 2000 } });
});

test('counts journeys at any depth, and errors outside of them', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'home.e2e.ts',
    tests: [
      {
        status,
        results: [
          {
            duration: 1500,
            errors: status === 'expected' ? [] : [{ message: '\u001B[31mno button\u001B[0m' }],
          },
        ],
      },
    ],
  });
  const json = JSON.stringify({
    errors: [{ message: 'no server' }],
    suites: [
      {
        title: 'home',
        specs: [spec('opens', 'expected')],
        suites: [{ title: 'inner', specs: [spec('closes', 'unexpected'), spec('wobbles', 'flaky')] }],
      },
    ],
  });
  const { passed, failed, retried, report, names, files } = fromPlaywright(json);
  expect({ passed, failed, retried }).toEqual({ passed: 2, failed: 2, retried: 1 });
  expect(files).toEqual([{ file: 'e2e/home.e2e.ts', time: 4500, slowest: { title: 'opens', time: 1500 } }]);
  expect(names).toEqual(['home.e2e.ts > closes']);
  expect(report).toContain('home.e2e.ts > closes (unexpected)\n  no button');
});

test('lists the slowest files first, each with its slowest test', () => {
  const file = (name: string, time: number) => ({
    file: name,
    time,
    slowest: { title: `of ${name}`, time: time / 2 },
  });
  expect(listSlowest([file('a', 1000), file('b', 3000), file('c', 2000)], 2)).toBe(
    '   3.0 s  b (1.5 s: of b)\n   2.0 s  c (1.0 s: of c)',
  );
});
