import { readFileSync } from 'node:fs';
import type { ICruiseResult } from 'dependency-cruiser';
import { findCircles, findLongFunctions, findQueries, findStoreLeaks, type Violation } from './rules.ts';

const CODE = /^(contract|server|web|standins|scripts|e2e|bench)\/.*\.tsx?$/;
const TEST = /\.(test|soak|e2e)\.tsx?$|^server\/testing\/|\/fixtures\//;
/** Where queries may stand: the stores, and what they stand on. */
const STORE = /\.(store|rows)\.ts$|^server\/app\/|^server\/adapters\/database\//;
const SLICE = /^server\/(?!(?:app|adapters|mail|testing|migrations)\/)([^/]+)\//;

/** What is wrong in the sources of a cruise: long functions, queries and leaks of stores, circles between slices. */
export function checkSources({ modules }: ICruiseResult): Violation[] {
  const own = modules.filter(({ source }) => CODE.test(source) && !TEST.test(source));
  const found = own.flatMap(({ source }) => {
    const text = readFileSync(source, 'utf8');
    return [
      ...findLongFunctions(source, text),
      ...(source.startsWith('server/') && !STORE.test(source) ? findQueries(source, text) : []),
      ...(/^server\/.*\.store\.ts$/.test(source) ? findStoreLeaks(source, text) : []),
    ];
  });
  const imports = own.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }): [string, string][] => {
      const [from, to] = [SLICE.exec(source)?.[1], SLICE.exec(resolved)?.[1]];
      return from && to ? [[from, to]] : [];
    }),
  );
  return [...found, ...findCircles(imports)];
}
