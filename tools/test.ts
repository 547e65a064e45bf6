import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { findBrowser } from './browser.ts';
import { isBuilt } from '#build/build.ts';
import { missingBrowsers } from './other-browsers.ts';
import { makeScratch } from './scratch.ts';
import { missingPrograms } from './test-programs.ts';
import {
  findFailedFiles,
  fromPlaywright,
  fromVitest,
  listSlowest,
  type FileTime,
  type Outcome,
} from './test-results.ts';

/**
 * What CI checks: `npm test`. `npm test -- lint unit` runs some of the steps, `npm test -- unit videos` the tests of one
 * slice or file, which are shown as they come.
 */
interface Step {
  name: string;
  command: string[];
  /** Steps that must be through before, failed or not. */
  after?: string[];
  /** A file of results to count; a step without one is a single test. */
  results?: {
    file: string;
    read(json: string, byName: boolean, second?: string): Outcome;
    /** The command for the files that failed, where the runner itself gives no second try. */
    second?: string[];
  };
}

const RESULTS = 'test-results';
const MAX_MS = 60 * 60_000;
/** Steps wait a lot (for a browser, a disk), so that as many as there are processors share them well. */
const LANES = Math.max(2, availableParallelism());
const MAX_RETRIED_FILES = 10;
const vitestFile = `${RESULTS}/vitest.json`;
const secondVitestFile = `${RESULTS}/vitest-second.json`;
const playwrightFile = `${RESULTS}/playwright.json`;

// dots, because the JSON does not tell of errors outside of tests
const VITEST = ['vitest', 'run', '--reporter=json', '--reporter=dot'];

/** In the order in which they begin: first what others wait for. */
const steps: Step[] = [
  { name: 'build', command: ['node', 'build/build.ts'] },
  // the types, too (.oxlintrc.json): the rules that need them have read the whole program anyway
  { name: 'lint', command: ['oxlint', '--deny-warnings', '.'] },
  { name: 'texts', command: ['node', 'tools/texts.ts', '--check'] },
  { name: 'words', command: ['node', 'tools/structure/words.check.ts'] },
  {
    name: 'browser',
    command: ['playwright', 'test'],
    // not beside the unit tests: on two processors each would make the other miss its times
    after: ['build', 'unit'],
    results: { file: playwrightFile, read: fromPlaywright },
  },
  {
    name: 'unit',
    command: [...VITEST, `--outputFile=${vitestFile}`],
    after: ['build'],
    results: { file: vitestFile, read: fromVitest, second: [...VITEST, `--outputFile=${secondVitestFile}`] },
  },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'database types', command: ['node', 'tools/types.ts', '--verify'] },
  { name: 'structure', command: ['node', 'tools/structure.ts'] },
  { name: 'unused', command: ['knip', '--no-progress', '--no-config-hints'] },
];

interface Finished {
  code: number;
  output: string;
}

function run(
  [program = '', ...args]: string[],
  environment: Record<string, string>,
  isShown: boolean,
): Promise<Finished> {
  return new Promise((finished) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
      timeout: MAX_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-100_000);
        if (isShown) process.stdout.write(text);
      });
    }
    child.on('error', (error) =>
      finished({ code: 1, output: `${program} does not start: ${error.message}` }),
    );
    child.on('close', (code) => finished({ code: code ?? 1, output }));
  });
}

const alone = (failed: boolean, report: string): Outcome => ({
  passed: failed ? 0 : 1,
  failed: failed ? 1 : 0,
  retried: 0,
  skipped: 0,
  report: failed ? report : '',
  files: [],
});

async function evaluate(
  { command, results }: Step,
  words: string[],
  environment: Record<string, string>,
): Promise<Outcome> {
  if (!results) {
    const { code, output } = await run(command, environment, false);
    return alone(code !== 0, output);
  }
  rmSync(results.file, { force: true });
  const isShown = words.length > 0;
  // each worker reads the server's modules before its first result
  const shown = isShown && results.second ? ['--reporter=verbose', `--maxWorkers=${LANES}`] : [];
  const first = await run([...command, ...shown, ...words], environment, isShown);
  if (!existsSync(results.file)) return alone(true, first.output);
  const byName = words.some((word) => /^(-t|--testNamePattern)\b/.test(word));
  const json = readFileSync(results.file, 'utf8');
  const second =
    results.second && !isShown
      ? await tryAgain(results.second, findFailedFiles(json, first.output), environment)
      : null;
  const outcome = results.read(json, byName, second?.json);
  // a run that went wrong in a way its results do not tell
  const { code, output } = second ?? first;
  if (code !== 0 && outcome.failed === 0) return { ...outcome, failed: 1, report: output };
  return outcome;
}

/**
 * Runs the files in which something failed a second time: with sites of their own, and on a quieter machine. Where much
 * failed it is no accident.
 */
async function tryAgain(
  command: string[],
  failed: string[],
  environment: Record<string, string>,
): Promise<(Finished & { json: string }) | null> {
  if (failed.length === 0 || failed.length > MAX_RETRIED_FILES) return null;
  rmSync(secondVitestFile, { force: true });
  const finished = await run([...command, ...failed], environment, false);
  return existsSync(secondVitestFile) ? { ...finished, json: readFileSync(secondVitestFile, 'utf8') } : null;
}

const given = process.argv.slice(2);
const named = steps.filter(({ name }) => given.includes(name));
const words = given.filter((word) => !steps.some(({ name }) => name === word));
const chosen = named.length > 0 ? named : steps.filter(({ results }) => words.length === 0 || results);
const needsPages = chosen.some(({ name }) => name === 'browser' || (name === 'unit' && words.length === 0));
if (needsPages && !chosen.some(({ name }) => name === 'build') && !isBuilt())
  chosen.unshift(...steps.filter(({ name }) => name === 'build'));

mkdirSync(RESULTS, { recursive: true });
const began = performance.now();
const total = { passed: 0, failed: 0, retried: 0, skipped: 0 };
const files: FileTime[] = [];
const failed: string[] = [];
const scratch = makeScratch();
const plain: Record<string, string> = {
  ...(scratch ? { TMPDIR: scratch } : {}),
  NODE_ENV: 'test',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  // dozens of processes compile the same files (server/main.ts keeps it here, too)
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
  // Node.js reads journeys itself, as it does all else, not Playwright's Babel, whose cache is empty at first
  PW_DISABLE_TS_ESM: '1',
  // whoever looks at one journey wants to see its first failure
  E2E_RETRIES: words.length > 0 ? '0' : '2',
};
const runs = (step: string) => chosen.some(({ name }) => name === step);
/** Tests of what isn't installed are skipped, and counted as that. */
const missing = [
  runs('unit') && words.length === 0 ? missingPrograms() : null,
  runs('browser') && words.every((word) => word.includes('browsers')) ? missingBrowsers() : null,
];
for (const sentence of missing) if (sentence) console.log(sentence);

async function runStep(step: Step): Promise<void> {
  const started = performance.now();
  let outcome: Outcome;
  try {
    const found = step.name === 'browser' ? await findBrowser() : null;
    const chromium = found
      ? { ...found.environment, CHROMIUM_PATH: found.path, CHROMIUM_ARGS: found.args.join(' ') }
      : {};
    outcome = await evaluate(step, step.results ? words : [], { ...plain, ...chromium });
  } catch (error) {
    outcome = alone(true, error instanceof Error ? error.message : String(error));
  }
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  total.retried += outcome.retried;
  total.skipped += outcome.skipped;
  files.push(...outcome.files);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = step.results ? `, ${outcome.passed} passed, ${outcome.failed} failed` : '';
  console.log(`${outcome.failed ? 'FAIL' : 'ok  '} ${step.name} (${seconds} s${counts})`);
  if (outcome.failed) failed.push(step.name, ...(outcome.names ?? []));
  if (outcome.report) console.log(outcome.report.trimEnd().replaceAll(/^/gm, '     '));
}

/** Begins what may begin, `LANES` at once, until all are through. */
async function runAll(waiting: Step[]): Promise<void> {
  const open = new Set(waiting.map(({ name }) => name));
  const running = new Map<string, Promise<void>>();
  while (open.size > 0) {
    for (const step of waiting) {
      const isFree = running.size < LANES && !running.has(step.name) && open.has(step.name);
      if (!isFree || step.after?.some((name) => open.has(name))) continue;
      running.set(
        step.name,
        runStep(step).then(() => {
          open.delete(step.name);
          running.delete(step.name);
        }),
      );
    }
    await Promise.race(running.values());
  }
}

await runAll(chosen);
if (files.length > 1) console.log(`The slowest:\n${listSlowest(files)}`);
// once more at the end, where whoever reads a long log looks
if (failed.length > 0) console.log(`Failed:\n${failed.map((name) => `  ${name}`).join('\n')}`);
if (total.retried > 0) console.log(`${total.retried} passed at the second try only`);
console.log(`Took ${((performance.now() - began) / 1000).toFixed(0)} s`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
