import { expect, test } from 'vitest';
import { findForeignWrites } from './writes.ts';

const STORE = `
  import { mark } from './marks.store.ts';
  export const read = (db) => db.selectFrom('a');
  export async function save(db) { await db.insertInto('a').execute(); }
  export const saveTwice = async (db) => { await save(db); };
  export const touch = (db) => sql\`update things t set at = now()\`.execute(db);
  export const viaOther = (db) => mark(db);
`;
const found = (imported: string, from = '#server/a/a.store.ts', path = 'server/b/b.actions.ts') =>
  findForeignWrites([
    { path: 'server/a/a.store.ts', text: STORE },
    {
      path: 'server/a/marks.store.ts',
      text: "export const mark = (db) => sql`delete from marks`.execute(db); export const told = 'update a set';",
    },
    { path, text: `\nimport { ${imported} } from '${from}';` },
  ]).map(({ location: position, what }) => `${position} ${what}`);

test('another slice may read from a store, but not write through it', () => {
  expect(found('read')).toEqual([]);
  expect(found('save')).toEqual(['server/b/b.actions.ts:2 save of server/a/a.store.ts writes']);
  expect(found('save as keep')).toEqual(['server/b/b.actions.ts:2 keep of server/a/a.store.ts writes']);
});

test('raw SQL and writes through a neighbour or another store count as writes', () => {
  expect(found('saveTwice')).toHaveLength(1);
  expect(found('touch')).toHaveLength(1);
  expect(found('viaOther')).toHaveLength(1);
  expect(found('mark', '#server/a/marks.store.ts')).toHaveLength(1);
  expect(found('told', '#server/a/marks.store.ts')).toEqual([]);
});

test('the same slice and files outside the slices may write', () => {
  expect(found('save', './a.store.ts', 'server/a/a.actions.ts')).toEqual([]);
  expect(found('save', '#server/a/a.store.ts', 'bench/seed.ts')).toEqual([]);
});
