import { expect, test } from 'vitest';
import { findFailedFiles, fromPlaywright, fromVitest, listSlowest } from './test-results.ts';

test('counts tests, files that do not load as failures, and names skipped tests', () => {
  const json = JSON.stringify({
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
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module x', assertionResults: [] },
      {
        name: 'c.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'x' },
          { status: 'skipped', fullName: 'behind nginx' },
        ],
      },
    ],
  });
  const { passed, failed, skipped, report, names, files } = fromVitest(json);
  expect({ passed, failed, skipped }).toEqual({ passed: 2, failed: 2, skipped: 1 });
  expect(report).toContain('a.test.ts > two\n  expected 1 to be 2');
  expect(report).toContain('Cannot find module x');
  expect(report).toContain('c.test.ts > behind nginx (skipped');
  expect(names).toContain('a.test.ts > two');
  expect(fromVitest(json, true).skipped, 'chosen by name').toBe(0);
  expect(files[0]).toEqual({ file: 'a.test.ts', time: 2500, slowest: { title: 'one', time: 2000 } });
});

test('what passes when its file is run a second time is named and passes; what fails again failed', () => {
  const run = (files: Record<string, string>) =>
    JSON.stringify({
      testResults: Object.entries(files).map(([name, status]) => ({
        name,
        status,
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'same' },
          { status, fullName: 'each', failureMessages: status === 'failed' ? ['too late'] : [] },
        ],
      })),
    });
  const first = run({ 'a.test.ts': 'failed', 'b.test.ts': 'passed', 'c.test.ts': 'failed' });
  expect(findFailedFiles(first)).toEqual(['a.test.ts', 'c.test.ts']);
  const { passed, failed, retried, names, report } = fromVitest(
    first,
    false,
    run({ 'a.test.ts': 'passed', 'c.test.ts': 'failed' }),
  );
  expect({ passed, failed, retried, names }).toEqual({
    passed: 5,
    failed: 1,
    retried: 1,
    names: ['c.test.ts > each'],
  });
  expect(report).toContain('a.test.ts > each (flaky)\n  too late');
});

test('a file that loads at the second try only is named', () => {
  const run = (status: string) =>
    JSON.stringify({
      testResults: [
        {
          name: 'a.test.ts',
          status,
          message: 'no site',
          assertionResults: [{ status: status === 'failed' ? 'skipped' : status, fullName: 'one' }],
        },
      ],
    });
  const { passed, failed, retried } = fromVitest(run('failed'), false, run('passed'));
  expect({ passed, failed, retried }).toEqual({ passed: 1, failed: 0, retried: 1 });
});

test('an error outside of tests leads to a second run of the file that it came from', () => {
  const json = JSON.stringify({
    testResults: [
      {
        name: `${process.cwd()}/server/a.test.ts`,
        status: 'passed',
        message: '',
        assertionResults: [{ status: 'passed', fullName: 'one' }],
      },
    ],
  });
  const output = 'Error: stray\n\nThis error originated in "server/a.test.ts" test file. It …';
  expect(findFailedFiles(json, output)).toEqual(['server/a.test.ts']);
  const { passed, failed, retried, report } = fromVitest(json, false, json);
  expect({ passed, failed, retried }).toEqual({ passed: 1, failed: 0, retried: 1 });
  expect(report).toBe('server/a.test.ts (flaky)\n  an error outside of its tests');
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
        specs: [spec('opens', 'expected'), spec('in Firefox', 'skipped')],
        suites: [{ title: 'inner', specs: [spec('closes', 'unexpected'), spec('wobbles', 'flaky')] }],
      },
    ],
  });
  const { passed, failed, retried, skipped, report, names, files } = fromPlaywright(json);
  expect({ passed, failed, retried, skipped }).toEqual({ passed: 2, failed: 2, retried: 1, skipped: 1 });
  expect(files).toEqual([{ file: 'e2e/home.e2e.ts', time: 6000, slowest: { title: 'opens', time: 1500 } }]);
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
