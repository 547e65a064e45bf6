import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { checkSources } from './structure/sources.ts';

/** Which room may import which (.dependency-cruiser.cjs), and what a file may hold (structure/sources.ts), on every floor. */
const FLOORS = ['contract', 'server', 'web', 'standins', 'build', 'tools', 'e2e', 'bench'];
/** A cruise that reads nothing finds nothing wrong; so few modules mean that the check itself is broken. */
const MIN_MODULES = 50;

const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration;
const { output } = await cruise(
  FLOORS.filter((floor) => existsSync(floor)),
  { ...rules.options, ruleSet: { forbidden: rules.forbidden ?? [] }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);
const { summary } = output as ICruiseResult;
for (const { rule, from, to, cycle } of summary.violations) {
  console.log(`${rule.name}: ${from} -> ${cycle ? cycle.map(({ name }) => name).join(' -> ') : to}`);
}
const inSources = checkSources(output as ICruiseResult);
for (const { rule, place, what } of inSources) console.log(`${rule}: ${place}: ${what}`);
const floorsRead = (output as ICruiseResult).modules.filter(({ source }) => !source.includes('node_modules'));
const empty = ['contract', 'server', 'web'].filter(
  (floor) => !floorsRead.some(({ source }) => source.startsWith(`${floor}/`)),
);
if (empty.length > 0 || floorsRead.length < MIN_MODULES) {
  console.log(
    `Only ${floorsRead.length} modules were read (none of: ${empty.join(', ') || '-'}), so this says nothing.`,
  );
}
const violations = summary.error + inSources.length;
console.log(`${violations} violations in ${floorsRead.length} modules`);
process.exitCode = violations > 0 || empty.length > 0 || floorsRead.length < MIN_MODULES ? 1 : 0;
