import { createRequire } from 'node:module';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { findPatterns } from './structure/patterns.ts';
import type { Violation } from './structure/sources.ts';
import { findUnwrapped, WRAPPED } from './structure/unwrapped.ts';
import { findForeignWrites } from './structure/writes.ts';

/** Import directions (.dependency-cruiser.cjs), and what no tool checks. Sizes are in .oxlintrc.json. */
const LAYERS = ['contract', 'server', 'web', 'standins', 'build', 'tools', 'e2e', 'bench'].filter((layer) =>
  existsSync(layer),
);
const MAX_FILES = 45;
const TEST = '\\.(test|soak|e2e)\\.tsx?$|^server/testing/|/fixtures/';
/** These put a slice together, so they may import from all of its folders. */
const PUT_TOGETHER = '^server/[^/]+\\.ts$|^server/(app|adapters|shell)/|\\.(slice|jobs)\\.ts$';

const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: IForbiddenRuleType[];
  options: object;
};

async function cruiseWith(layers: string[], forbidden: IForbiddenRuleType[], exclude?: string) {
  const options = { ...rules.options, ...(exclude ? { exclude: { path: exclude } } : {}) };
  const { output } = await cruise(layers, { ...options, ruleSet: { forbidden }, validate: true }, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  });
  return output as ICruiseResult;
}

const all = await cruiseWith(LAYERS, rules.forbidden);
const folders = await cruiseWith(
  LAYERS.filter((layer) => layer === 'server'),
  [
    {
      name: 'no-circles-between-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/' },
      to: { circular: true },
    },
  ],
  `${TEST}|${PUT_TOGETHER}|node_modules`,
);
const imports = [all, folders]
  .flatMap(({ summary }) => summary.violations)
  .map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    location: from,
    what: `-> ${cycle?.map(({ name }) => name).join(' -> ') ?? to}`,
  }));

const modules = all.modules.map(({ source }) => source).filter((path) => !path.includes('node_modules'));
const files = modules
  .filter((path) => /\.tsx?$/.test(path) && !new RegExp(TEST).test(path) && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const counts = Map.groupBy(globSync('{contract,server,web}/**/*.*'), (path) => dirname(path));
const found: Violation[] = [
  ...imports,
  ...files.flatMap(({ path, text }) => findPatterns(path, text)),
  ...files.flatMap(({ path, text }) => (WRAPPED.test(path) ? findUnwrapped(path, text) : [])),
  ...findForeignWrites(files),
  ...[...counts]
    .filter(([folder, { length }]) => length > MAX_FILES && folder !== 'server/migrations')
    .map(([location, { length }]) => ({
      rule: 'folder-too-full',
      location,
      what: `${length} of ${MAX_FILES} files`,
    })),
];
for (const { rule, location, what } of found) console.log(`${rule}: ${location}: ${what}`);
// a check that reads no files finds no violations
const unread = ['contract', 'server', 'web'].filter(
  (layer) => !modules.some((path) => path.startsWith(`${layer}/`)),
);
if (unread.length > 0) console.log(`No module was read in ${unread.join(', ')}, so this proves nothing.`);
console.log(`${found.length} violations in ${modules.length} modules`);
process.exitCode = found.length > 0 || unread.length > 0 ? 1 : 0;
