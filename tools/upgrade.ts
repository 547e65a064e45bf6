import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratch } from './scratch.ts';
import { compareMigrations, isAboutDatabase, type Migrations } from './upgrade-migrations.ts';

/**
 * npm run soak -- upgrade [--from REF] [filters]: runs an earlier release's server tests with its own code on a
 * database with our migrations, as during a rolling upgrade (docs/decisions/023).
 */
const OURS = resolve(import.meta.dirname, '..');
const MIGRATIONS = 'server/migrations';

function exitWith(sentence: string): never {
  console.log(sentence);
  process.exit(1);
}

function git(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: OURS, encoding: 'utf8' });
  if (status !== 0) exitWith(`git ${args[0]}: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

/** The newest release before this state. While there is none: where its number was last raised. */
function findRelease(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname', '--no-contains', 'HEAD').split('\n');
  if (tag) return tag;
  const raised = git('log', '-1', '--format=%h', '-G^  "version":', '--', 'package.json');
  if (!raised || git('rev-list', '--max-count=2', raised).split('\n').length < 2)
    exitWith(
      'No release is tagged (v*), and the version was never raised: npm run soak -- upgrade --from REF',
    );
  console.log(`No release is tagged (v*): from ${raised}, which raised the version.`);
  return raised;
}

function readMigrations(tree: string): Migrations {
  const files = globSync(`${MIGRATIONS}/*.sql`, { cwd: tree });
  return new Map(files.map((file) => [basename(file), readFileSync(join(tree, file), 'utf8')]));
}

/** The files of that commit, without git's own, so that a killed run leaves nothing in the repository. */
function checkOut(ref: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'lll-upgrade-'));
  process.once('exit', () => rmSync(tree, { recursive: true, force: true, maxRetries: 5 }));
  // the database runs as a user of its own
  chmodSync(tree, 0o755);
  git('archive', '--format=tar', '-o', join(tree, 'tree.tar'), ref);
  if (spawnSync('tar', ['-xf', 'tree.tar'], { cwd: tree }).status !== 0)
    exitWith('tar could not unpack the release.');
  rmSync(join(tree, 'tree.tar'));
  return tree;
}

const scratch = makeScratch();
if (scratch) process.env['TMPDIR'] = scratch;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values, positionals: filters } = parseArgs({
  options: { from: { type: 'string' } },
  allowPositionals: true,
});
const ref = values.from ?? findRelease();
const theirs = checkOut(ref);
const { added, wrong } = compareMigrations(readMigrations(theirs), readMigrations(OURS));
if (wrong.length > 0) exitWith(`Processes of ${ref} can't run on our database:\n${wrong.join('\n')}`);
const files = globSync('server/**/*.test.ts', { cwd: theirs })
  .toSorted()
  .filter((file) => isAboutDatabase(file, readFileSync(join(theirs, file), 'utf8')))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
if (files.length === 0) exitWith(`${ref} has no such tests of a database.`);
console.log(`Migrations since ${ref}: ${added.join(', ') || 'none'}.`);

const lockOf = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
const environment = {
  ...process.env,
  PATH: [join(theirs, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  NODE_ENV: 'test',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  // as in `npm test` then
  SOAK: '0',
};
if (lockOf(theirs) === lockOf(OURS)) symlinkSync(join(OURS, 'node_modules'), join(theirs, 'node_modules'));
else await run(['npm', 'ci', '--no-audit', '--no-fund']);
// some tests read the pages
await run(['npm', 'run', 'build']);

function start([program = '', ...args]: string[], onText: (text: string) => void): Promise<number | null> {
  return new Promise((ended) => {
    const child = spawn(program, args, { cwd: theirs, env: environment });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText);
    child.on('error', ({ message }) => onText(message));
    child.on('close', ended);
  });
}

async function run(command: string[]): Promise<void> {
  let output = '';
  if ((await start(command, (text) => (output += text))) !== 0)
    exitWith(`${command.join(' ')} failed in ${ref}:\n${output}`);
}

async function runTests(chosen: string[]): Promise<{ json: string; output: string }> {
  const results = join(theirs, 'results.json');
  rmSync(results, { force: true });
  let output = '';
  let done = 0;
  await start(
    ['vitest', 'run', '--reporter=json', `--outputFile=${results}`, '--reporter=default', ...chosen],
    (text) => {
      output = (output + text).slice(-100_000);
      done += text.match(/^ +[✓❯] \S+\.test\.ts/gm)?.length ?? 0;
      if (chosen === files && done > 0)
        console.log(`progress: ${Math.min(done, files.length)}/${files.length}`);
    },
  );
  if (!existsSync(results)) exitWith(output);
  return { json: readFileSync(results, 'utf8'), output };
}

function haveMigrations(present: boolean): void {
  for (const name of added) {
    const there = join(theirs, MIGRATIONS, name);
    if (present) copyFileSync(join(OURS, MIGRATIONS, name), there);
    else rmSync(there);
  }
}

/** `file > test` of what failed; the file alone if it didn't load. */
function findFailed(json: string): string[] {
  const { testResults } = JSON.parse(json) as {
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = name.replace(`${theirs}/`, '');
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length > 0 ? failed.map(({ fullName }) => `${file} > ${fullName}`) : [file];
    });
}

const filesOf = (tests: string[]) => [...new Set(tests.map((name) => name.split(' > ')[0] ?? ''))];

haveMigrations(true);
const first = await runTests(files);
const passed = (JSON.parse(first.json) as { numPassedTests: number }).numPassedTests;
let failing = findFailed(first.json);
// once more, with databases of their own
if (failing.length > 0) failing = findFailed((await runTests(filesOf(failing))).json);
// a test that also fails on its own database doesn't concern ours
let excused: string[] = [];
if (failing.length > 0) {
  haveMigrations(false);
  excused = findFailed((await runTests(filesOf(failing))).json);
}
const broken = failing.filter((name) => !excused.includes(name));
for (const name of failing)
  console.log(`${name}: ${broken.includes(name) ? 'fails' : 'fails on its own database, too'}`);
if (broken.length > 0) console.log(first.output);
console.log(
  `result: server tests of ${ref} with ${added.length} newer migrations: ${passed} passed, ${broken.length} failed`,
);
console.log(`${passed} passed, ${broken.length} failed`);
process.exitCode = broken.length > 0 || passed === 0 ? 1 : 0;
