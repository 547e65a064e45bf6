/** What a step of the tests came to; the report names what failed and is empty otherwise. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Passed at the second try only. */
  retried: number;
  /** For want of something on this machine. */
  skipped: number;
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

interface VitestFile {
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
}

const parseVitest = (json: string) => (JSON.parse(json) as { testResults: VitestFile[] }).testResults;

const nameOf = ({ name }: VitestFile) => name.replace(`${process.cwd()}/`, '');

/** What failed in a file, by name and with its report: its tests, or the file itself. */
function findFailures(tested: VitestFile): { name: string; report: string }[] {
  const file = nameOf(tested);
  const bad = tested.assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'skipped')
    .map(({ fullName, status, failureMessages = [] }) => ({
      name: `${file} > ${fullName}`,
      report: firstLines(failureMessages.join('\n') || status),
    }));
  if (bad.length > 0 || tested.status !== 'failed') return bad;
  return [{ name: file, report: firstLines(tested.message) }];
}

/** The files of a run of vitest in which something failed, be it outside of their tests: that stands in the output only. */
export function findFailedFiles(json: string, output = ''): string[] {
  const failed = parseVitest(json).filter((tested) => findFailures(tested).length > 0);
  const strays = [...output.matchAll(/^This error originated in "(.+)" test file/gm)];
  return [...new Set([...failed.map(nameOf), ...strays.map(([, file = '']) => file)])];
}

/**
 * Counts vitest's JSON report. A file that does not load is a failure. Tests that were skipped lack something here (lint
 * allows no other): they are named, unless tests were chosen `byName`, since then the others are skipped. Files that
 * were run a second time count by that, and what failed at the first try only is named.
 */
export function fromVitest(json: string, byName = false, second?: string): Outcome {
  const again = new Map((second ? parseVitest(second) : []).map((tested) => [tested.name, tested]));
  const failures: { name: string; report: string }[] = [];
  const flaky: { name: string; report: string }[] = [];
  const files: FileTime[] = [];
  const skipped: string[] = [];
  let passed = 0;
  for (const first of parseVitest(json)) {
    const last = again.get(first.name) ?? first;
    const bad = findFailures(last);
    const before = findFailures(first);
    const left =
      bad.length > 0 || byName ? [] : last.assertionResults.filter(({ status }) => status === 'skipped');
    skipped.push(...left.map(({ fullName }) => `${nameOf(last)} > ${fullName}`));
    if (last !== first && before.length === 0)
      before.push({ name: nameOf(first), report: '  an error outside of its tests' });
    failures.push(...bad);
    flaky.push(...before.filter((test) => !bad.some(({ name }) => name === test.name)));
    passed += last.assertionResults.filter(({ status }) => status === 'passed').length;
    files.push(timeOf(first));
  }
  return {
    passed,
    failed: failures.length,
    retried: flaky.length,
    skipped: skipped.length,
    report: [
      ...failures.map(({ name, report }) => `${name}\n${report}`),
      ...flaky.map(({ name, report }) => `${name} (flaky)\n${report}`),
      ...skipped.map((name) => `${name} (skipped: not on this machine)`),
    ].join('\n'),
    names: failures.map(({ name }) => name),
    files,
  };
}

function timeOf(tested: VitestFile): FileTime {
  const times = tested.assertionResults.map(({ fullName, duration }) => ({
    title: fullName,
    time: duration ?? 0,
  }));
  const { startTime = 0, endTime = 0 } = tested;
  return { file: nameOf(tested), time: endTime - startTime, slowest: findSlowest(times) };
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

/** Counts Playwright's JSON report. What passed only at the second try is named, and passed; what was skipped is named. */
export function fromPlaywright(json: string): Outcome {
  const run = JSON.parse(json) as PlaywrightJson;
  const lines = run.errors.map(({ message }) => firstLines(message ?? 'The run failed.'));
  const names: string[] = [];
  const times = new Map<string, { title: string; time: number }[]>();
  let passed = 0;
  let retried = 0;
  let skipped = 0;
  const visit = (suite: PlaywrightSuite): void => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { status, results } of tests) {
        const time = results.reduce((sum, { duration = 0 }) => sum + duration, 0);
        times.set(file, [...(times.get(file) ?? []), { title, time }]);
        const good = status === 'expected' || status === 'flaky';
        if (good) passed++;
        else if (status === 'skipped') skipped++;
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
    skipped,
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
