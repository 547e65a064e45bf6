import { expect, test } from 'vitest';
import { readCursor } from './cursor.ts';
import { pageOf } from './page.ts';

const rows = [5, 4, 3].map((id) => ({ id }));

test('drops the extra row and returns a cursor after the last item', () => {
  const page = pageOf(rows, 2, (row) => [row.id]);
  expect(page.items).toEqual([{ id: 5 }, { id: 4 }]);
  expect(readCursor(page.nextCursor ?? '', 'n')).toEqual([4]);
  expect(page.map(({ id }) => id)).toEqual({ items: [5, 4], nextCursor: page.nextCursor });
});

test('a last page has no next cursor, full or not', () => {
  expect(pageOf(rows, 3, (row) => [row.id])).toEqual({ items: rows, nextCursor: null });
  expect(pageOf(rows, 60, (row) => [row.id])).toEqual({ items: rows, nextCursor: null });
  expect(pageOf([], 60, () => [0])).toEqual({ items: [], nextCursor: null });
});
