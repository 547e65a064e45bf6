import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { startVitest, type Reporter, type TestModule } from 'vitest/node';
import { findBrowser } from './browser.ts';
import { build, isBuilt } from '#build/build.ts';
import { estimateLeft, formatTime, readProgress, readResults } from './soak-progress.ts';

/**
 * What is too long for `npm test`: `npm run soak` runs all of it, `npm run soak -- orders` the parts whose name or
 * files hold that word. The last times are kept, for the time left. What follows `upgrade` is for tools/upgrade.ts,
 * what follows `slow` for Playwright.
 */
interface Part {
  name: string;
  /** Run by vitest with SOAK=1 (server/testing/soak.ts). */
  files?: string[];
  /** A program of its own. It may print `progress: 3/10` and `result: …`, and ends with 0 when all is well. */
  command?: string[];
  /** Gets CHROMIUM_PATH and CHROMIUM_ARGS, and the built pages. */
  browser?: boolean;
  settings?: Record<string, string>;
}

const TIMES = 'test-results/soak-times.json';
const EVERY_MS = process.stdout.isTTY ? 1000 : 30_000;

const find = (pattern: string, mark?: RegExp) =>
  globSync(pattern)
    .toSorted()
    .filter((file) => !mark || mark.test(readFileSync(file, 'utf8')));

const FLOORS = '{contract,server,web,standins,build,tools}';

/** `server/orders/kill.soak.test.ts` is the part orders/kill, and so is a file of `npm test` that knows more cases. */
const tests = [
  ...find(`${FLOORS}/**/*.test.ts`, /from '.*\/(soak|killable)\.ts'/),
  ...find(`${FLOORS}/**/*.soak.test.ts`),
];
const journeys = find('e2e/*.e2e.ts', /@soak|\bSOAK\b/);
const given = process.argv.slice(2);
/** Takes what follows its name. */
const alone = ['upgrade', 'slow'].find((name) => given[0] === name);
const following = (name: string) => (alone === name ? given.slice(1) : []);
const parts: Part[] = [
  ...[...new Set(tests)].toSorted().map((file) => ({
    name: file.replace(/^[^/\\]+[/\\]/, '').replace(/(\.soak)?\.test\.ts$/, ''),
    files: [file],
  })),
  ...journeys.map((file) => ({
    name: file.replace(/^e2e/, 'journeys').replace('.e2e.ts', ''),
    command: ['playwright', 'test', '--reporter=line', file],
    browser: true,
  })),
  {
    name: 'slow',
    command: ['playwright', 'test', '--reporter=line', ...following('slow')],
    browser: true,
    settings: { E2E_SLOW: '1' },
  },
  { name: 'upgrade', command: ['node', 'tools/upgrade.ts', ...following('upgrade')] },
];

const wanted = alone ? [alone] : given;
const unknown = wanted.filter((word) => !parts.some((part) => isNamed(part, word)));
if (unknown.length > 0) {
  console.log(`No part is named ${unknown.join(', ')}. There are:`);
  for (const { name } of parts) console.log(`  ${name}`);
  process.exit(1);
}
const chosen = parts.filter((part) => wanted.length === 0 || wanted.some((word) => isNamed(part, word)));

function isNamed({ name, files = [] }: Part, word: string): boolean {
  return [name, ...files].some((text) => text.includes(word));
}

const times: Record<string, number> = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};
mkdirSync('test-results', { recursive: true });
Object.assign(process.env, {
  SOAK: '1',
  NODE_ENV: 'test',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  // as tools/test.ts does
  PW_DISABLE_TS_ESM: '1',
});

type Tell = (share: number) => void;
interface Result {
  failed: boolean;
  report: string;
  /** What it measured, beside that all is well. */
  results: string[];
}

async function runFiles(files: string[], tell: Tell): Promise<Result> {
  let done = 0;
  let modules: TestModule[] = [];
  const count = () =>
    Math.max(
      1,
      modules.reduce((sum, module) => sum + [...module.children.allTests()].length, 0),
    );
  const lines: string[] = [];
  const results: string[] = [];
  const reporter: Reporter = {
    onTestModuleCollected: (module) => void (modules = [...modules, module]),
    onUserConsoleLog({ content }) {
      results.push(...readResults(content));
      const share = readProgress(content);
      if (share !== null) tell((done + share) / count());
    },
    onTestCaseResult(test) {
      done += 1;
      tell(done / count());
      const result = test.result();
      if (result.state === 'passed') return;
      const messages = (result.errors ?? []).map(({ message, stack }) => stack ?? message);
      lines.push(`${test.module.relativeModuleId} > ${test.fullName} (${result.state})`, ...messages);
    },
    onTestRunEnd(_modules, errors) {
      for (const module of modules) lines.push(...module.errors().map(({ message }) => message));
      lines.push(...errors.map(({ message }) => message));
    },
  };
  const vitest = await startVitest(files, { run: true, watch: false, reporters: [reporter] });
  const failed = lines.length > 0 || done === 0 || vitest.state.getCountOfFailedTests() > 0;
  await vitest.close();
  return { failed, report: lines.join('\n') || 'No test ran.', results };
}

function runCommand([program = '', ...args]: string[], environment: object, tell: Tell): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment } });
    let report = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        report = (report + text).slice(-100_000);
        for (const line of text.split('\n')) {
          const share = readProgress(line);
          if (share !== null) tell(share);
        }
      });
    }
    child.on('error', ({ message }) => resolve({ failed: true, report: message, results: [] }));
    child.on('close', (code) => resolve({ failed: code !== 0, report, results: readResults(report) }));
  });
}

async function prepareBrowser(): Promise<Record<string, string>> {
  if (!isBuilt() && !build()) throw new Error('There are no pages to look at.');
  const { path, args, environment } = await findBrowser();
  return { ...environment, CHROMIUM_PATH: path, CHROMIUM_ARGS: args.join(' ') };
}

const began = performance.now();
let failures = 0;
for (const [index, part] of chosen.entries()) {
  const { name, files, command, browser, settings } = part;
  const started = performance.now();
  let share = 0;
  const show = () => {
    const elapsed = performance.now() - started;
    const waiting = chosen.slice(index + 1).map((later) => times[later.name]);
    const left = formatTime(estimateLeft({ elapsed, share, lastTime: times[name] }, waiting));
    const text = `     ${name} (part ${index + 1} of ${chosen.length}): ${Math.floor(share * 100)} %, about ${left} left for all`;
    process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
  };
  show();
  const timer = setInterval(show, EVERY_MS);
  const tell = (now: number) => (share = Math.max(share, Math.min(1, now)));
  const environment = { ...(browser ? await prepareBrowser() : {}), ...settings };
  const result = files ? await runFiles(files, tell) : await runCommand(command ?? [], environment, tell);
  clearInterval(timer);
  if (process.stdout.isTTY) process.stdout.write('\r\u001B[K');
  const took = performance.now() - started;
  console.log(`${result.failed ? 'FAIL' : 'ok  '} ${name} (${formatTime(took)})`);
  for (const line of result.results) console.log(`     ${line}`);
  if (result.failed) {
    failures += 1;
    console.log(result.report.trimEnd().replaceAll(/^/gm, '     '));
  } else {
    times[name] = Math.round(took);
    writeFileSync(TIMES, JSON.stringify(times));
  }
}
console.log(
  `${chosen.length - failures} parts passed, ${failures} failed (${formatTime(performance.now() - began)})`,
);
process.exitCode = failures > 0 || chosen.length === 0 ? 1 : 0;
