/** What a step of the tests came to; the report names what failed and is empty otherwise. */
export interface Outcome {
  passed: number;
  failed: number;
  report: string;
}

interface VitestJson {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Counts vitest's JSON report. A file that does not load is a failure, and so is a test that was skipped. */
export function fromVitest(json: string): Outcome {
  const run = JSON.parse(json) as VitestJson;
  const failures: string[] = [];
  for (const { name, status, message, assertionResults } of run.testResults) {
    const file = name.replace(`${process.cwd()}/`, '');
    const bad = assertionResults.filter((test) => test.status !== 'passed');
    for (const test of bad) {
      failures.push(
        `${file} > ${test.fullName}\n${firstLines(test.failureMessages?.join('\n') ?? test.status)}`,
      );
    }
    if (bad.length === 0 && status !== 'passed') failures.push(`${file}\n${firstLines(message)}`);
  }
  return { passed: run.numPassedTests, failed: failures.length, report: failures.join('\n') };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; results: { errors?: { message?: string }[] }[] }[];
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
  let passed = 0;
  let failed = run.errors.length;
  const visit = (suite: PlaywrightSuite): void => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { status, results } of tests) {
        const good = status === 'expected' || status === 'flaky';
        if (good) passed++;
        else failed++;
        if (status === 'expected') continue;
        const messages = results.flatMap(({ errors }) => errors ?? []).map(({ message }) => message ?? '');
        lines.push(`${file} > ${title} (${status})\n${firstLines(messages[0] ?? '')}`);
      }
    }
    suite.suites?.forEach(visit);
  };
  run.suites.forEach(visit);
  return { passed, failed, report: lines.join('\n') };
}

const MOST_LINES = 30;

function firstLines(text: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal
  const lines = text.replaceAll(/\u001B\[[0-9;]*m/g, '').split('\n');
  return lines
    .slice(0, MOST_LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}
