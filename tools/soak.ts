import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { build, isBuilt } from '#build/build.ts';
import { findBrowser } from './browser.ts';

/**
 * What is too long for `npm test`: `npm run soak` runs all of it, `npm run soak -- orders` the files whose path holds that
 * word. What follows `upgrade` is for tools/upgrade.ts, what follows `slow` for Playwright. The runners show how far they are.
 */
interface Part {
  name: string;
  files?: string[];
  command: string[];
  settings?: Record<string, string>;
  needsBrowser?: boolean;
}

const find = (pattern: string, mark: RegExp) =>
  globSync(pattern)
    .filter((file) => mark.test(file) || mark.test(readFileSync(file, 'utf8')))
    .toSorted();

const [first = '', ...following] = process.argv.slice(2);
const filters = process.argv.slice(2);
const isAlone = first === 'upgrade' || first === 'slow';
const journeys = ['playwright', 'test', '--project=soak', '--reporter=line'];
const parts: Part[] = [
  {
    name: 'tests',
    files: find(
      '{contract,server,web,standins,build,tools}/**/*.test.ts',
      /\.soak\.test\.ts$|from '.*\/(soak|killable)\.ts'/,
    ),
    command: ['vitest', 'run', '--project=unit', '--project=soak', '--reporter=verbose'],
  },
  { name: 'journeys', files: find('e2e/*.e2e.ts', /@soak|\bSOAK\b/), command: journeys, needsBrowser: true },
  {
    name: 'slow',
    command: [...journeys, ...(isAlone ? following : [])],
    settings: { E2E_SLOW: '1' },
    needsBrowser: true,
  },
  { name: 'upgrade', command: ['node', 'tools/upgrade.ts', ...(isAlone ? following : [])] },
];

/** The part with the requested files; null if it has none. */
function choose(part: Part): Part | null {
  if (isAlone) return part.name === first ? part : null;
  if (filters.length === 0 || filters.includes(part.name)) return part;
  const files = part.files?.filter((file) => filters.some((filter) => file.includes(filter))) ?? [];
  return files.length > 0 ? { ...part, files } : null;
}

function runPart({ command: [program = '', ...args], files = [], settings }: Part, chromium: object): number {
  const { status } = spawnSync(program, [...args, ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SOAK: '1',
      NODE_ENV: 'test',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      // as tools/test.ts does
      PW_DISABLE_TS_ESM: '1',
      ...chromium,
      ...settings,
    },
  });
  return status ?? 1;
}

const chosen = parts.map(choose).filter((part) => part !== null);
mkdirSync('test-results', { recursive: true });
let chromium = {};
if (chosen.some(({ needsBrowser }) => needsBrowser)) {
  if (!isBuilt() && !build()) throw new Error('The pages could not be built.');
  const { path, args, environment } = await findBrowser();
  chromium = { ...environment, CHROMIUM_PATH: path, CHROMIUM_ARGS: args.join(' ') };
}
const failed = chosen.filter((part) => runPart(part, chromium) !== 0).map(({ name }) => name);
if (chosen.length === 0) console.log(`No part and no file of the soak is named ${filters.join(', ')}.`);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(`${chosen.length - failed.length} parts passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0;
