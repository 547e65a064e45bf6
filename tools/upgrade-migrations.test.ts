import { expect, test } from 'vitest';
import { compareMigrations, isAboutDatabase } from './upgrade-migrations.ts';

const BEFORE = new Map([
  ['0001_first.sql', 'create table a ()'],
  ['0002_second.sql', 'create table b ()'],
]);

test('reports migrations that the previous release cannot run with, without running its tests', () => {
  const needs2 = ['0003_drop_b_needs_0002.sql', 'drop table b'] as const;
  expect(compareMigrations(BEFORE, new Map([...BEFORE, needs2]))).toEqual({ added: [needs2[0]], wrong: [] });
  const now = new Map([
    ['0001_first.sql', 'create table a (id int)'],
    ['0003_second.sql', 'create table b ()'],
    ['0004_third.sql', 'create table c ()'],
    ['0005_drop_c_needs_0004.sql', 'drop table c'],
  ]);
  expect(compareMigrations(BEFORE, now)).toEqual({
    added: ['0003_second.sql', '0004_third.sql', '0005_drop_c_needs_0004.sql'],
    wrong: [
      '0001_first.sql was changed after it was applied',
      '0002_second.sql is gone or has another number now',
      '0005_drop_c_needs_0004.sql: without 0004 it does not start on our database',
    ],
  });
});

test('picks the tests that use a database, except those about migrations', () => {
  const site = "import { startTestSite } from '#server/testing/site.ts';";
  expect(isAboutDatabase('server/shop/cart.test.ts', site)).toBe(true);
  expect(isAboutDatabase('server/shop/prices.test.ts', "import { price } from './prices.ts';")).toBe(false);
  expect(isAboutDatabase('server/app/database/migrate.test.ts', site)).toBe(false);
  expect(isAboutDatabase('server/curation/kill.soak.test.ts', site)).toBe(false);
  expect(isAboutDatabase('server/start.test.ts', `${site} select name from kysely_migration`)).toBe(false);
});
