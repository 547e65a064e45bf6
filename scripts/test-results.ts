/** What a step of the tests came to; the report names what failed and is empty otherwise. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Passed at the second try only. */
  retried: number;
  report: string;
  /** Of the tests that failed. */
  names?: string[];
  /** Milliseconds of each file's tests, and its slowest one. */
  files: FileTime[];
}

export interface FileTime {
  file: string;
  time: number;
  slowest: { title: string; time: number };
}

interface VitestJson {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime?: number;
    endTime?: number;
    assertionResults: {
      status: string;
      fullName: string;
      duration?: number | null;
      failureMessages?: string[];
    }[];
  }[];
}

/**
 * Counts vitest's JSON report. A file that does not load is a failure, and so is a test that was skipped, unless the
 * tests were chosen `byName`: then the others are.
 */
export function fromVitest(json: string, byName = false): Outcome {
  const run = JSON.parse(json) as VitestJson;
  const failures: string[] = [];
  const names: string[] = [];
  const files: FileTime[] = [];
  for (const { name, status, message, startTime = 0, endTime = 0, assertionResults } of run.testResults) {
    const file = name.replace(`${process.cwd()}/`, '');
    const bad = assertionResults.filter(
      ({ status: each }) => each !== 'passed' && !(byName && each === 'skipped'),
    );
    for (const test of bad) {
      names.push(`${file} > ${test.fullName}`);
      failures.push(
        `${file} > ${test.fullName}\n${firstLines(test.failureMessages?.join('\n') ?? test.status)}`,
      );
    }
    if (bad.length === 0 && status === 'failed') failures.push(`${file}\n${firstLines(message)}`);
    const times = assertionResults.map(({ fullName, duration }) => ({
      title: fullName,
      time: duration ?? 0,
    }));
    files.push({ file, time: endTime - startTime, slowest: findSlowest(times) });
  }
  return {
    passed: run.numPassedTests,
    failed: failures.length,
    retried: 0,
    report: failures.join('\n'),
    names,
    files,
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; results: { duration?: number; errors?: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightJson {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

/** Counts Playwright's JSON report. What passed only at the second try is named, and passed. */
export function fromPlaywright(json: string): Outcome {
  const run = JSON.parse(json) as PlaywrightJson;
  const lines = run.errors.map(({ message }) => firstLines(message ?? 'The run failed.'));
  const names: string[] = [];
  const times = new Map<string, { title: string; time: number }[]>();
  let passed = 0;
  let retried = 0;
  const visit = (suite: PlaywrightSuite): void => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { status, results } of tests) {
        const time = results.reduce((sum, { duration = 0 }) => sum + duration, 0);
        times.set(file, [...(times.get(file) ?? []), { title, time }]);
        const good = status === 'expected' || status === 'flaky';
        if (good) passed++;
        else names.push(`${file} > ${title}`);
        if (status === 'flaky') retried++;
        if (status === 'expected') continue;
        const messages = results.flatMap(({ errors }) => errors ?? []).map(({ message }) => message ?? '');
        lines.push(`${file} > ${title} (${status})\n${firstLines(messages[0] ?? '')}`);
      }
    }
    suite.suites?.forEach(visit);
  };
  run.suites.forEach(visit);
  const files = [...times].map(([file, all]) => ({
    file: `e2e/${file}`,
    time: all.reduce((sum, { time }) => sum + time, 0),
    slowest: findSlowest(all),
  }));
  return {
    passed,
    failed: run.errors.length + names.length,
    retried,
    report: lines.join('\n'),
    names,
    files,
  };
}

function findSlowest(tests: { title: string; time: number }[]): FileTime['slowest'] {
  return tests.toSorted((one, other) => other.time - one.time)[0] ?? { title: '', time: 0 };
}

/** The `max` slowest files, a line each. */
export function listSlowest(files: FileTime[], max = 10): string {
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;
  return files
    .toSorted((one, other) => other.time - one.time)
    .slice(0, max)
    .map(
      ({ file, time, slowest }) =>
        `${seconds(time).padStart(8)}  ${file} (${seconds(slowest.time)}: ${slowest.title.slice(0, 80)})`,
    )
    .join('\n');
}

const MAX_LINES = 30;

function firstLines(text: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal
  const lines = text.replaceAll(/\u001B\[[0-9;]*m/g, '').split('\n');
  return lines
    .slice(0, MAX_LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}
