import { expect, test } from 'vitest';
import { fromPlaywright, fromVitest } from './test-results.ts';

test('counts tests, files that do not load, and skipped tests as failures', () => {
  const json = JSON.stringify({
    numPassedTests: 2,
    testResults: [
      {
        name: `${process.cwd()}/a.test.ts`,
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'one' },
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
  const { passed, failed, report } = fromVitest(json);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 3 });
  expect(report).toContain('a.test.ts > two\n  expected 1 to be 2');
  expect(report).toContain('Cannot find module x');
});

test('counts journeys at any depth, and errors outside of them', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'home.e2e.ts',
    tests: [
      {
        status,
        results: [{ errors: status === 'expected' ? [] : [{ message: '\u001B[31mno button\u001B[0m' }] }],
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
  const { passed, failed, report } = fromPlaywright(json);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 2 });
  expect(report).toContain('home.e2e.ts > closes (unexpected)\n  no button');
});
