import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isBuilt } from '#build/build.ts';
import { findBrowser } from './browser.ts';
import { makeScratch } from './scratch.ts';
import { missingPrograms } from './test-programs.ts';
import { ofCommand, readPlaywright, readVitest, summarize, type Outcome } from './test-results.ts';

/** `npm test` runs what CI checks, `npm test -- lint unit` some of the steps, `npm test -- unit videos` the tests of a slice. */
interface Step {
  name: string;
  command: string[];
  /** Steps that must be over before, failed or not. */
  after?: string[];
  /** The runner's JSON report; a step without one counts as one test. */
  report?: { file: string; read(json: string, output: string): Outcome };
}

const LANES = Math.max(2, availableParallelism());
const MAX_MS = 60 * 60_000;
const VITEST_JSON = 'test-results/vitest.json';
const VITEST = ['vitest', 'run', '--project=unit', '--reporter=json', '--reporter=default'];

/** In the order in which they start: first what others wait for. */
const steps: Step[] = [
  { name: 'build', command: ['node', 'build/build.ts'] },
  {
    name: 'browser',
    command: ['playwright', 'test', '--project=journeys'],
    // not beside the unit tests: on two processors each would slow the other down past its time-outs
    after: ['build', 'unit'],
    report: { file: 'test-results/playwright.json', read: readPlaywright },
  },
  {
    name: 'unit',
    command: [...VITEST, `--outputFile=${VITEST_JSON}`],
    after: ['build'],
    report: { file: VITEST_JSON, read: readVitest },
  },
  // with the types (.oxlintrc.json)
  { name: 'lint', command: ['oxlint', '--deny-warnings', '.'] },
  { name: 'texts', command: ['node', 'tools/texts.ts', '--check'] },
  { name: 'words', command: ['node', 'tools/structure/words.check.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'database types', command: ['node', 'tools/types.ts', '--verify'] },
  { name: 'structure', command: ['node', 'tools/structure.ts'] },
  { name: 'unused', command: ['knip', '--no-progress', '--no-config-hints'] },
];

const given = process.argv.slice(2);
const filters = given.filter((argument) => !steps.some(({ name }) => name === argument));
const named = steps.filter(({ name }) => given.includes(name));
const chosen = named.length > 0 ? named : steps.filter(({ report }) => filters.length === 0 || report);
const runs = (step: string) => chosen.some(({ name }) => name === step);
const needsPages = runs('browser') || (runs('unit') && filters.length === 0);
if (needsPages && !runs('build') && !isBuilt())
  chosen.unshift(...steps.filter(({ name }) => name === 'build'));
const byName = filters.some((filter) => /^(-t|--testNamePattern|-g|--grep)\b/.test(filter));

const scratch = makeScratch();
const environment: Record<string, string> = {
  ...(scratch ? { TMPDIR: scratch } : {}),
  NODE_ENV: 'test',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  // dozens of processes compile the same files (server/main.ts)
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
  // Node.js reads journeys itself, not Playwright's Babel, whose cache is empty at first
  PW_DISABLE_TS_ESM: '1',
  // someone who runs a single journey wants to see its first failure
  E2E_RETRIES: filters.length > 0 ? '0' : '2',
};

/** Shown as it comes where tests were chosen. */
function run([program = '', ...args]: string[], env: Record<string, string>, isShown: boolean) {
  return new Promise<{ code: number; output: string }>((finished) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment, ...env }, timeout: MAX_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-100_000);
        if (isShown) process.stdout.write(text);
      });
    child.on('error', ({ message }) => finished({ code: 1, output: `${program}: ${message}` }));
    child.on('close', (code) => finished({ code: code ?? 1, output }));
  });
}

async function findChromium(): Promise<Record<string, string>> {
  const { path, args, environment: own } = await findBrowser();
  return { ...own, CHROMIUM_PATH: path, CHROMIUM_ARGS: args.join(' ') };
}

async function runStep({ name, command, report }: Step): Promise<Outcome> {
  const started = performance.now();
  if (report) rmSync(report.file, { force: true });
  const isShown = filters.length > 0 && report !== undefined;
  const options = report ? [...filters, ...(name === 'unit' && !isShown ? ['--retry=1'] : [])] : [];
  const { code, output } = await run(
    [...command, ...options],
    name === 'browser' ? await findChromium() : {},
    isShown,
  );
  const counted =
    report && existsSync(report.file)
      ? report.read(readFileSync(report.file, 'utf8'), output)
      : ofCommand(code);
  // a run that failed in a way its report doesn't contain
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed;
  const outcome = { ...counted, failed, skipped: byName ? 0 : counted.skipped };
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${failed ? 'FAIL' : 'ok  '} ${name} (${seconds} s${report ? `, ${summarize([outcome])}` : ''})`,
  );
  if (failed && !isShown) console.log(output.trimEnd().replaceAll(/^/gm, '     '));
  for (const line of output.match(/^.*\(retry x\d+\)$/gm) ?? []) console.log(`     flaky: ${line.trim()}`);
  return outcome;
}

/** Starts what may start, `LANES` at once, until all are over. */
async function runAll(): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const running = new Map<string, Promise<void>>();
  const isOver = (name: string) => !runs(name) || outcomes.has(name);
  while (outcomes.size < chosen.length) {
    for (const step of chosen) {
      const { name, after = [] } = step;
      if (running.size >= LANES || running.has(name) || outcomes.has(name) || !after.every(isOver)) continue;
      const done = runStep(step).catch(
        (error: unknown) => (console.log(`FAIL ${name}: ${String(error)}`), ofCommand(1)),
      );
      running.set(
        name,
        done.then((outcome) => {
          outcomes.set(name, outcome);
          running.delete(name);
        }),
      );
    }
    await Promise.race(running.values());
  }
  return outcomes;
}

mkdirSync('test-results', { recursive: true });
/** Tests of programs that aren't installed are skipped, and counted as that. */
const missing = runs('unit') && filters.length === 0 ? missingPrograms() : null;
if (missing) console.log(missing);
const began = performance.now();
const outcomes = await runAll();
const slowest = [...outcomes.values()].flatMap((outcome) => outcome.slowest ?? []);
if (slowest.length > 1) console.log(`The slowest:\n${slowest.join('\n')}`);
const failed = [...outcomes].filter(([, outcome]) => outcome.failed > 0).map(([name]) => name);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(`Took ${((performance.now() - began) / 1000).toFixed(0)} s`);
console.log(summarize([...outcomes.values()]));
process.exitCode = failed.length > 0 || [...outcomes.values()].every(({ passed }) => passed === 0) ? 1 : 0;
