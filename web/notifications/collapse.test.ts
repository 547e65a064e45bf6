import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications/notifications.ts';
import { collapse } from './collapse.rules.ts';

let ids = 0;
const make = (kind: Notification['kind'], isRead = false): Notification => ({
  id: ++ids,
  kind,
  count: 1,
  actors: [],
  title: `${kind} ${ids}`,
  excerpt: null,
  href: `/video/${ids}`,
  createdAt: '2026-01-01T00:00:00.000Z',
  readAt: isRead ? '2026-01-02T00:00:00.000Z' : null,
});
const ready = (count: number, isRead = false) =>
  Array.from({ length: count }, () => make('CLIP_READY', isRead));
const lengths = (list: Notification[]) => collapse(list).map((run) => run.length);

test('five of one kind in a row become one row, in their order', () => {
  const list = ready(5);
  expect(collapse([make('REPLY'), ...list, make('LIKE')])[1]).toEqual(list);
  expect(lengths([make('REPLY'), ...list, make('LIKE')])).toEqual([1, 5, 1]);
});

test('two stay two rows, and another kind between them ends a run', () => {
  expect(lengths(ready(2))).toEqual([1, 1]);
  expect(lengths([...ready(3), make('REPLY'), ...ready(2)])).toEqual([3, 1, 1, 1]);
  expect(lengths([...ready(3), make('CLIP_APPROVED'), make('CLIP_APPROVED')])).toEqual([3, 1, 1]);
});

test('read ones are never grouped with unread ones', () => {
  expect(lengths([...ready(4), ...ready(3, true)])).toEqual([4, 3]);
});

test('replies to the user never collapse', () => {
  expect(lengths([make('REPLY'), make('REPLY'), make('REPLY')])).toEqual([1, 1, 1]);
  expect(lengths([])).toEqual([]);
});
