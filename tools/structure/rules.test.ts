import { expect, test } from 'vitest';
import {
  findBareRoles,
  findCircles,
  findFullFolders,
  findLongFunctions,
  findQueries,
  findStoreLeaks,
} from './rules.ts';

const body = (lines: number, text = '  step();') => Array.from({ length: lines }, () => text).join('\n');

test('a function of 61 lines is too long, one of 60 is not; components have 120', () => {
  const source = (name: string, lines: number) => `export function ${name}() {\n${body(lines - 2)}\n}\n`;
  expect(findLongFunctions('a.ts', source('run', 60))).toEqual([]);
  expect(findLongFunctions('a.ts', `\n${source('run', 61)}`)).toEqual([
    { rule: 'function-too-long', place: 'a.ts:2', what: 'run has 61 lines of at most 60' },
  ]);
  expect(findLongFunctions('A.tsx', source('Card', 120))).toEqual([]);
  expect(findLongFunctions('A.tsx', source('Card', 121))).toHaveLength(1);
  expect(findLongFunctions('A.tsx', source('useCard', 61))).toHaveLength(1);
});

test('lines of SQL and tables of routes do not count', () => {
  const sql = `function list() {\n  return sql\`\n${body(80, '    select 1')}\n  \`;\n}\n`;
  expect(findLongFunctions('a.ts', sql)).toEqual([]);
  const table = `const aRoutes: Routes = (route) => {\n${body(80)}\n};\n`;
  expect(findLongFunctions('a.ts', table)).toEqual([]);
  const inside = `const aRoutes: Routes = (route) => {\n  route(a, () => {\n${body(80)}\n  });\n};\n`;
  expect(findLongFunctions('a.ts', inside)).toHaveLength(1);
});

test('query builders and sql are found, whatever they hang on', () => {
  expect(findQueries('a.routes.ts', 'await ctx.db.selectFrom("users").execute();')).toMatchObject([
    { what: 'selectFrom' },
  ]);
  expect(findQueries('a.routes.ts', 'await trx\n  .with("a", (q) => q.updateTable("a"))')).toMatchObject([
    { what: 'updateTable' },
  ]);
  expect(
    findQueries('a.routes.ts', 'const now = sql`now()`, id = sql.lit(1), b = sql<number>`1`;'),
  ).toHaveLength(2);
  expect(findQueries('a.routes.ts', 'await listThings(ctx.db); // selectFrom')).toEqual([]);
});

test('a store knows neither context nor HTTP errors nor mails', () => {
  const store = (from: string) => findStoreLeaks('a.store.ts', `import { x } from '${from}';`);
  expect(store('#server/app/context.ts')).toHaveLength(1);
  expect(store('#server/app/http/errors.ts')).toHaveLength(1);
  expect(store('./a.emails.ts')).toHaveLength(1);
  expect(store('./a.actions.ts')).toHaveLength(1);
  expect(store('#server/app/database/database.ts')).toEqual([]);
});

test('comparisons with a role are found, statements and new roles are not', () => {
  const bare = (text: string) => findBareRoles('a.ts', text).length;
  expect(bare("if (user?.role === 'GLOBAL_ADMIN') run();")).toBe(1);
  expect(bare("const may = 'LOGIN_USER' !== role;")).toBe(1);
  expect(bare("['CONTENT_CREATOR', 'GLOBAL_ADMIN'].includes(user.role)")).toBe(1);
  expect(bare("switch (role) { case 'GLOBAL_ADMIN': run(); }")).toBe(1);
  expect(bare("query.where('role', '=', 'GLOBAL_ADMIN'); set({ role: 'CONTENT_CREATOR' });")).toBe(0);
});

test('circles between rooms are found once each, also long ones', () => {
  expect(
    findCircles([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'c'],
      ['d', 'a'],
    ]),
  ).toEqual([{ rule: 'no-circles-between-slices', place: 'a', what: 'a -> b -> c -> a' }]);
  expect(
    findCircles([
      ['a', 'b'],
      ['c', 'b'],
    ]),
  ).toEqual([]);
});

test('a folder of 46 files is too full, one of 45 is not, and its folders count for themselves', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${folder}/${at}.ts`);
  expect(findFullFolders([...files('server/a', 45), ...files('server/a/b', 45)])).toEqual([]);
  expect(findFullFolders([...files('server/a', 46), ...files('server/b', 1)])).toEqual([
    { rule: 'folder-too-full', place: 'server/a', what: 'holds 46 files of at most 45' },
  ]);
});
