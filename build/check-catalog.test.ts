import { expect, test } from 'vitest';
import { checkCatalog } from './check-catalog.ts';

const check = (language: string, translation: string) => {
  const catalog = { videos: { message: '{count, plural, one {# clip} other {# clips}}', translation } };
  return checkCatalog('x.po', '', { extracted: catalog, catalog, language }).problems.map(({ what }) => what);
};

test('a plural needs every form that whole numbers have in its language', () => {
  const forms = (...names: string[]) => `{count, plural, ${names.map((name) => `${name} {#}`).join(' ')}}`;
  expect(check('ar', forms('one', 'two', 'few', 'many', 'other'))).toEqual([
    expect.stringContaining('lacks the plural form zero'),
  ]);
  expect(check('ar', forms('zero', 'one', 'two', 'few', 'many', 'other'))).toEqual([]);
  expect(check('de', `Es sind ${forms('other')}.`)).toEqual([expect.stringContaining('form one')]);
  expect(check('fr', forms('one', 'other'))).toEqual([]);
  expect(check('ja', forms('other'))).toEqual([]);
});
