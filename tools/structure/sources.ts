import { readFileSync } from 'node:fs';
import type { ICruiseResult } from 'dependency-cruiser';
import {
  findBareRoles,
  findCircles,
  findLongFunctions,
  findQueries,
  findStoreLeaks,
  type Violation,
} from './rules.ts';
import { findMixedText } from './markup.ts';
import { findForeignWrites } from './writes.ts';

const CODE = /^(contract|server|web|standins|build|tools|e2e|bench)\/.*\.tsx?$/;
const TEST = /\.(test|soak|e2e)\.tsx?$|^server\/testing\/|\/fixtures\//;
/** Where queries may stand: the stores, and what they stand on. */
const STORE = /\.(store|rows)\.ts$|^server\/app\/|^server\/adapters\/database\//;
/** Where roles are compared. */
const ROLES = 'server/app/http/roles.ts';
const SLICE = /^server\/(?!(?:app|adapters|shell|mail|testing|migrations)\/)([^/]+)\//;

const sliceOf = (path: string): string | undefined => SLICE.exec(path)?.[1];

/** What is wrong in the sources of a cruise: long functions, queries and leaks of stores, writes across slices, circles between slices. */
export function checkSources({ modules }: ICruiseResult): Violation[] {
  const own = modules.filter(({ source }) => CODE.test(source) && !TEST.test(source));
  const files = own.map(({ source }) => ({ path: source, text: readFileSync(source, 'utf8') }));
  const found = files.flatMap(({ path: source, text }) => [
    ...findLongFunctions(source, text),
    ...(source.startsWith('server/') && !STORE.test(source) ? findQueries(source, text) : []),
    ...(source.startsWith('server/') && source !== ROLES ? findBareRoles(source, text) : []),
    ...(/^web\/.*\.tsx$/.test(source) ? findMixedText(source, text) : []),
    ...(/^server\/.*\.store\.ts$/.test(source) ? findStoreLeaks(source, text) : []),
  ]);
  const imports = own.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }): [string, string][] => {
      const [from, to] = [sliceOf(source), sliceOf(resolved)];
      return from && to ? [[from, to]] : [];
    }),
  );
  const inServer = files.filter(({ path }) => path.startsWith('server/'));
  return [...found, ...findForeignWrites(inServer, sliceOf), ...findCircles(imports)];
}
