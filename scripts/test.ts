import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findBrowser } from './browser.ts';
import { prepareBrowsers } from './other-browsers.ts';
import { fromPlaywright, fromVitest, type Outcome } from './test-results.ts';

/** What CI checks, step by step: `npm test`, or `npm test -- lint unit` for some of the steps. */
interface Step {
  name: string;
  command: string[];
  /** A file of results to count; a step without one is a single test. */
  results?: { file: string; read(json: string): Outcome };
}

const RESULTS = 'test-results';
const LONGEST_MS = 25 * 60_000;
const vitestFile = `${RESULTS}/vitest.json`;
const playwrightFile = `${RESULTS}/playwright.json`;

const steps: Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings', '.'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'database types', command: ['node', 'scripts/types.ts', '--verify'] },
  { name: 'structure', command: ['node', 'scripts/structure.ts'] },
  { name: 'unused', command: ['knip', '--no-progress', '--no-config-hints'] },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'unit',
    command: ['vitest', 'run', '--reporter=json', `--outputFile=${vitestFile}`],
    results: { file: vitestFile, read: fromVitest },
  },
  {
    name: 'browser',
    command: ['playwright', 'test'],
    results: { file: playwrightFile, read: fromPlaywright },
  },
];

function run([program = '', ...args]: string[], environment: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
      timeout: LONGEST_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-100_000)));
    }
    child.on('error', (error) => resolve({ code: 1, output: `${program} does not start: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function judge({ command, results }: Step, environment: Record<string, string>): Promise<Outcome> {
  if (results) rmSync(results.file, { force: true });
  const { code, output } = await run(command, environment);
  if (!results)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, report: code === 0 ? '' : output };
  if (!existsSync(results.file)) return { passed: 0, failed: 1, report: output };
  const outcome = results.read(readFileSync(results.file, 'utf8'));
  // a run that went wrong in a way its results do not tell
  if (code !== 0 && outcome.failed === 0) return { ...outcome, failed: 1, report: output };
  return outcome;
}

const wanted = process.argv.slice(2);
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
mkdirSync(RESULTS, { recursive: true });
const total = { passed: 0, failed: 0 };
const environment: Record<string, string> = { NODE_ENV: 'test', NO_COLOR: '1', FORCE_COLOR: '0' };

for (const step of chosen) {
  const began = performance.now();
  if (step.name === 'browser') {
    const browser = await findBrowser();
    prepareBrowsers();
    Object.assign(environment, browser.environment, {
      CHROMIUM_PATH: browser.path,
      CHROMIUM_ARGS: browser.args.join(' '),
    });
  }
  const outcome = await judge(step, environment);
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counts = step.results ? `, ${outcome.passed} passed, ${outcome.failed} failed` : '';
  console.log(`${outcome.failed ? 'FAIL' : 'ok  '} ${step.name} (${seconds} s${counts})`);
  if (outcome.report) console.log(outcome.report.trimEnd().replaceAll(/^/gm, '     '));
}

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
