import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Every rule of `npm run structure` on a small project that breaks it once, and on one that follows them all. */
const cruiser = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: { name: string }[];
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const PROJECT: Record<string, string> = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#contract/*': './contract/*', '#server/*': './server/*', '#web/*': './web/*' },
    dependencies: { pg: '1', sharp: '1', zod: '1', chart: '1' },
    devDependencies: { tester: '1' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'nodenext', allowImportingTsExtensions: true },
  }),
  ...Object.fromEntries(
    ['pg', 'sharp', 'zod', 'chart', 'tester'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'module.exports = {};'],
    ]),
  ),
};
const MAX_ENTRIES: Record<string, string> = {
  'contract/a.ts': 'export const a = 1;',
  'server/app/database.ts': 'export const db = 1;',
  'server/app/context.ts': "export { db } from './database.ts';",
  'server/a/a.store.ts': "import pg from 'pg'; import '#server/app/database.ts'; export const a = pg;",
  'server/a/a.actions.ts': "import './a.store.ts'; import '#server/app/context.ts'; export const act = 1;",
  'server/a/a.routes.ts': "import './a.actions.ts'; import '#contract/a.ts'; export const routes = 1;",
  'server/b/b.actions.ts': "import '#server/a/a.store.ts'; import '#server/a/a.actions.ts';",
  'web/ui/chart.ts': "import chart from 'chart'; export const drawn = chart;",
  'web/a/A.ts': "import '#web/ui/chart.ts'; import '#contract/a.ts'; export const A = 1;",
  'web/pages/APage.ts': "import '#web/a/A.ts'; export const APage = 1;",
};

/** What breaks a rule, by its name: the reported file, and all files of the project. */
const BREAKS: Record<string, { location: string; files: Record<string, string> }> = {
  'no-circles': {
    location: 'server/a/one.ts',
    files: {
      'server/a/one.ts': "import type { Two } from './two.ts'; export type One = Two[];",
      'server/a/two.ts': "import type { One } from './one.ts'; export type Two = One | null;",
    },
  },
  'not-to-unresolvable': { location: 'web/a/B.ts', files: { 'web/a/B.ts': "import './nowhere.ts';" } },
  'contract-imports-nothing-of-ours': {
    location: 'contract/b.ts',
    files: { 'contract/b.ts': "import '#server/a/a.store.ts';" },
  },
  'web-never-imports-server': {
    location: 'web/a/C.ts',
    files: { 'web/a/C.ts': "import '#server/a/a.store.ts';" },
  },
  'server-never-imports-web': {
    location: 'server/a/web.ts',
    files: { 'server/a/web.ts': "import '#web/a/A.ts';" },
  },
  'nobody-needs-the-shell': {
    location: 'server/a/shell.ts',
    files: {
      'server/a/shell.ts': "import '#server/shell/run.ts';",
      'server/shell/run.ts': "import '#server/a/a.routes.ts'; export const run = 1;",
    },
  },
  'server-floor-knows-no-slice': {
    location: 'server/app/start.ts',
    files: { 'server/app/start.ts': "import '#server/a/a.store.ts';" },
  },
  'adapters-stand-alone': {
    location: 'server/adapters/mail/smtp.ts',
    files: {
      'server/adapters/mail/smtp.ts': "import type { Settings } from '#server/app/start/settings.ts';",
      'server/app/start/settings.ts': 'export type Settings = object;',
    },
  },
  'slices-reach-others-through-their-store': {
    location: 'server/b/b.jobs.ts',
    files: { 'server/b/b.jobs.ts': "import '#server/a/a.routes.ts';" },
  },
  'testing-only-in-tests': {
    location: 'server/a/a.jobs.ts',
    files: {
      'server/a/a.jobs.ts': "import '#server/testing/site.ts';",
      'server/testing/site.ts': 'export const site = 1;',
    },
  },
  'web-floor-knows-no-slice': {
    location: 'web/app/client/call.ts',
    files: { 'web/app/client/call.ts': "import '#web/a/A.ts';" },
  },
  'web-ui-stands-alone': {
    location: 'web/ui/session.ts',
    files: {
      'web/ui/session.ts': "import '#web/app/session/session.ts';",
      'web/app/session/session.ts': 'export {};',
    },
  },
  'web-slices-meet-only-in-pages': {
    location: 'web/b/B.ts',
    files: { 'web/b/B.ts': "import '#web/a/A.ts';" },
  },
  'web-lists-know-videos-only': {
    location: 'web/lists/L.ts',
    files: { 'web/lists/L.ts': "import '#web/a/A.ts';" },
  },
  'web-slices-know-no-page': {
    location: 'web/b/C.ts',
    files: { 'web/b/C.ts': "import '#web/pages/APage.ts';" },
  },
  'database-driver-in-stores-only': {
    location: 'server/b/b.routes.ts',
    files: { 'server/b/b.routes.ts': "import pg from 'pg'; export const b = pg;" },
  },
  'sdks-in-adapters-only': {
    location: 'server/b/pictures.ts',
    files: { 'server/b/pictures.ts': "import sharp from 'sharp'; export const b = sharp;" },
  },
  'sdks-in-web-ui-only': {
    location: 'web/b/D.ts',
    files: { 'web/b/D.ts': "import chart from 'chart'; export const d = chart;" },
  },
  'zod-stays-out-of-the-browser': {
    location: 'web/ui/form.ts',
    files: { 'web/ui/form.ts': "import zod from 'zod'; export const d = zod;" },
  },
  'no-development-packages-in-the-server': {
    location: 'server/b/b.rules.ts',
    files: { 'server/b/b.rules.ts': "import tester from 'tester'; export const b = tester;" },
  },
  'stores-hold-sql-only': {
    location: 'server/a/b.store.ts: ->',
    files: { 'server/a/b.store.ts': "import '#server/app/context.ts';" },
  },
  'stores-throw-no-http-errors': {
    location: 'server/a/e.store.ts: ->',
    files: {
      'server/a/e.store.ts': "import { fail } from '#server/app/errors.ts'; fail();",
      'server/app/errors.ts': 'export const fail = () => {};',
    },
  },
  'roles-by-their-functions': {
    location: "server/a/roles.rules.ts:1: === 'GLOBAL_ADMIN'",
    files: { 'server/a/roles.rules.ts': "export const isA = (role: string) => role === 'GLOBAL_ADMIN';" },
  },
  'logical-sides': {
    location: 'web/a/Sides.tsx:1: ml-4',
    files: { 'web/a/Sides.tsx': 'export const Sides = () => <p className="ms-2 md:ml-4" />;' },
  },
  'texts-are-wrapped': {
    location: 'web/a/Text.tsx:1: Hello',
    files: { 'web/a/Text.tsx': 'export const Text = () => <p>Hello</p>;' },
  },
  'writes-through-actions': {
    location: 'server/d/d.actions.ts:1: save of server/a/write.store.ts writes',
    files: {
      'server/a/write.store.ts': "export const save = (db: any) => db.insertInto('a');",
      'server/d/d.actions.ts': "import { save } from '#server/a/write.store.ts'; save(1);",
    },
  },
  'folder-too-full': {
    location: 'server/full: 46 of 45 files',
    files: Object.fromEntries(Array.from({ length: 46 }, (_, at) => [`server/full/${at}.css`, ''])),
  },
  'no-circles-between-folders': {
    location: 'server/e/in: -> server/e/up -> server/e/in',
    files: {
      'server/e/in/one.ts': "import '../up/one.ts';",
      'server/e/up/one.ts': 'export const one = 1;',
      'server/e/up/two.ts': "import '../in/two.ts';",
      'server/e/in/two.ts': 'export const two = 2;',
      'server/e/e.slice.ts': "import './in/one.ts'; import './up/two.ts';",
    },
  },
};

function check(files: Record<string, string>): { code: number | null; lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'structure-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('tools/structure.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

test('every import rule has an example that breaks it', () => {
  expect(cruiser.forbidden.map(({ name }) => name).filter((name) => !BREAKS[name])).toEqual([]);
});

test('a project that follows all rules passes', () => {
  expect(check({ ...PROJECT, ...MAX_ENTRIES })).toMatchObject({
    code: 0,
    lines: [expect.stringMatching(/^0 violations in 1\d modules$/)],
  });
});

test('a check that finds too few modules reports it and fails', () => {
  const { code, lines } = check({ ...PROJECT, 'contract/a.ts': '', 'web/a.ts': '' });
  expect(code).toBe(1);
  expect(lines).toContain('No module was read in server, so this proves nothing.');
});

describe('with every rule broken once', () => {
  let lines: string[];
  beforeAll(() => {
    const broken = Object.values(BREAKS).map(({ files }) => files);
    const run = check(Object.assign({ ...PROJECT, ...MAX_ENTRIES }, ...broken));
    expect(run.code).toBe(1);
    ({ lines } = run);
  });
  test.each(Object.entries(BREAKS))('%s is reported', (rule, { location }) => {
    expect(lines.filter((line) => line.startsWith(`${rule}: ${location}`))).not.toEqual([]);
  });
});
