/** What a step of `npm test` came to. The runners print what failed themselves. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Passed at the second attempt. */
  flaky: number;
  /** For want of a program on this machine; lint allows no other. */
  skipped: number;
  /** Vitest's files by their time, `12.3 s  server/…`. */
  slowest?: string[];
}

export const ofCommand = (code: number): Outcome => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  flaky: 0,
  skipped: 0,
});

interface VitestJson {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: object[];
  }[];
}

/** Counts Vitest's JSON report. A file that doesn't load is a failure. Retries are in the output alone. */
export function readVitest(json: string, output = ''): Outcome {
  const { testResults, ...counts } = JSON.parse(json) as VitestJson;
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const seconds = ({ startTime, endTime }: { startTime: number; endTime: number }) =>
    (endTime - startTime) / 1000;
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + unloaded.length,
    flaky: [...output.matchAll(/\(retry x\d+\)$/gm)].length,
    skipped: counts.numPendingTests,
    slowest: testResults
      .toSorted((one, other) => seconds(other) - seconds(one))
      .slice(0, 10)
      .map(
        (file) => `${seconds(file).toFixed(1).padStart(6)} s  ${file.name.replace(`${process.cwd()}/`, '')}`,
      ),
  };
}

interface PlaywrightJson {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: object[];
}

/** Counts Playwright's JSON report. An error outside of the tests is a failure. */
export function readPlaywright(json: string): Outcome {
  const { stats, errors } = JSON.parse(json) as PlaywrightJson;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    flaky: stats.flaky,
    skipped: stats.skipped,
  };
}

/** The last line of `npm test`. */
export function summarize(outcomes: Outcome[]): string {
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, each) => total + count(each), 0);
  const [flaky, skipped] = [sum((each) => each.flaky), sum((each) => each.skipped)];
  return [
    `${sum((each) => each.passed)} passed, ${sum((each) => each.failed)} failed`,
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}
