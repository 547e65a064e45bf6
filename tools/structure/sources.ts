import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import {
  findBareRoles,
  findCircles,
  findFullFolders,
  findLongFunctions,
  findQueries,
  findStoreLeaks,
  type Violation,
} from './rules.ts';
import { findMixedText } from './markup.ts';
import { findPhysical, TWO_SIDED } from './physical.ts';
import { findUnwrapped, WRAPPED } from './unwrapped.ts';
import { findForeignWrites } from './writes.ts';

const CODE = /^(contract|server|web|standins|build|tools|e2e|bench)\/.*\.tsx?$/;
const TEST = /\.(test|soak|e2e)\.tsx?$|^server\/testing\/|\/fixtures\//;
/** Where queries may stand: the stores, and what they stand on. */
const STORE = /\.(store|rows)\.ts$|^server\/app\/|^server\/adapters\/database\//;
/** Where roles are compared. */
const ROLES = 'server/app/http/callers/roles.ts';
const SLICE = /^server\/(?!(?:app|adapters|shell|testing|migrations)\/)([^/]+)\//;

/** What puts a slice together: its list, and the job that sweeps all its rooms. */
const PUT_TOGETHER = /^server\/[^/]+\/[^/]+\.(slice|jobs)\.ts$/;
/** What is counted in rooms; migrations are a list of their own. */
const ROOMS = ['contract', 'server', 'web'];
const NOT_COUNTED = 'server/migrations/';

const sliceOf = (path: string): string | undefined => SLICE.exec(path)?.[1];

/** A slice, or a folder in it. */
function roomOf(path: string): string | undefined {
  const slice = sliceOf(path);
  if (slice === undefined) return undefined;
  const [, , folder, ...deeper] = path.split('/');
  return deeper.length > 0 ? `${slice}/${folder}` : slice;
}

/** What is wrong in the sources of a cruise: long functions, queries and leaks of stores, writes across slices, circles between slices and between their folders, folders too full. */
export function checkSources({ modules }: ICruiseResult): Violation[] {
  const own = modules.filter(({ source }) => CODE.test(source) && !TEST.test(source));
  const files = own.map(({ source }) => ({ path: source, text: readFileSync(source, 'utf8') }));
  const found = files.flatMap(({ path: source, text }) => [
    ...findLongFunctions(source, text),
    ...(source.startsWith('server/') && !STORE.test(source) ? findQueries(source, text) : []),
    ...(source.startsWith('server/') && source !== ROLES ? findBareRoles(source, text) : []),
    ...(/^web\/.*\.tsx$/.test(source) ? findMixedText(source, text) : []),
    ...(TWO_SIDED.test(source) ? findPhysical(source, text) : []),
    ...(WRAPPED.test(source) ? findUnwrapped(source, text) : []),
    ...(/^server\/.*\.store\.ts$/.test(source) ? findStoreLeaks(source, text) : []),
  ]);
  const imports = own.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }): [string, string][] => {
      const [from, to] = [sliceOf(source), sliceOf(resolved)];
      return from && to ? [[from, to]] : [];
    }),
  );
  const betweenRooms = own.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }): [string, string][] => {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      return from && to && sliceOf(source) === sliceOf(resolved) && !PUT_TOGETHER.test(source)
        ? [[from, to]]
        : [];
    }),
  );
  const inServer = files.filter(({ path }) => path.startsWith('server/'));
  return [
    ...found,
    ...findForeignWrites(inServer, sliceOf),
    ...findCircles(imports),
    ...findCircles(betweenRooms, 'no-circles-between-folders'),
    ...findFullFolders(ROOMS.filter((root) => existsSync(root)).flatMap(listFiles)),
  ];
}

function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(NOT_COUNTED));
}
