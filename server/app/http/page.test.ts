import { expect, test } from 'vitest';
import { readCursor } from './cursor.ts';
import { pageOf } from './page.ts';

const rows = [5, 4, 3].map((id) => ({ id }));

test('the row too many is no item, but a cursor after the last one', () => {
  const page = pageOf(rows, 2, (row) => [row.id]);
  expect(page.items).toEqual([{ id: 5 }, { id: 4 }]);
  expect(readCursor(page.nextCursor ?? '', 'n')).toEqual([4]);
  expect(page.map(({ id }) => id)).toEqual({ items: [5, 4], nextCursor: page.nextCursor });
});

test('a last page says nothing of a next one, full or not', () => {
  expect(pageOf(rows, 3, (row) => [row.id])).toEqual({ items: rows, nextCursor: null });
  expect(pageOf(rows, 60, (row) => [row.id])).toEqual({ items: rows, nextCursor: null });
  expect(pageOf([], 60, () => [0])).toEqual({ items: [], nextCursor: null });
});
