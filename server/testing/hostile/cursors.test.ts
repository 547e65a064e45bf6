import { beforeAll, expect, test } from 'vitest';
import { writeCursor } from '#server/app/http/cursor.ts';
import { endpoints } from '../samples/calls.ts';
import type { Sample } from '../samples/sample.ts';
import { schemaOf } from './schemas.ts';
import { startHostileSite, type HostileSite } from './site.ts';

/** Every list of the contract x forged cursors: rejected before they reach the database. */
const TIME = '2026-01-01 00:00:00+00';
const ID = '3b241101-e2bb-4255-8caf-4136c566a962';
/** All that a list here goes by. */
const SHAPES = [
  [1],
  [1, 1],
  [1, 1, 1],
  [1, 1, 1, 1],
  ['abc', 1],
  [1, 'abc'],
  [TIME, 1],
  ['r', '1', 1],
  ['n', TIME, 1],
  [TIME, 'VIDEO', 1],
  [1, 1, ID],
];
const NO_NUMBERS = [0.5, 2 ** 53, 1e300, -1e300, '1', null, [1]];
const NO_TEXTS = ['a\0', 'a\u0001', '\ud800', 1, null, ['a']];
/** Neither is wrong everywhere. */
const DOUBTFUL = [
  -1,
  3e9,
  -9e15,
  'x',
  '9e99',
  '-3',
  '99999999999',
  'yesterday',
  'infinity',
  '2026-02-30 00:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-01-01 00:00:00+23:59',
  '2026-01-01',
  `${ID}0`,
];

/** Only one list at a time has pages. */
const ONE_LIST: Record<string, Sample['query']> = {
  '/api/admin/imported-videos': { category: 'Beauty' },
  '/api/search': { type: 'videos' },
};

const lists = endpoints.flatMap((of) => {
  const { properties = {} } = of.endpoint.query ? schemaOf(of.endpoint.query) : {};
  if (!properties['cursor']) return [];
  const orders = properties['sort']?.enum ?? [undefined];
  return orders.map((sort) => ({
    of,
    title: sort ? `${of.name} by ${sort}` : of.name,
    sort,
  }));
});

let fixture: HostileSite;
beforeAll(async () => {
  fixture = await startHostileSite();
});

test('the table contains every list', () => expect(lists.length).toBeGreaterThan(30));

test.each(lists)('$title', async ({ of, sort }) => {
  const fetchPage = async (cursor: string) => {
    const query = { ...ONE_LIST[of.endpoint.path], ...(sort && { sort }), cursor };
    const { status, body } = await fixture.call(of, { query });
    expect(fixture.refusedByDatabase(), Buffer.from(cursor, 'base64url').toString()).toEqual([]);
    return `${status} ${body.slice(0, 100)}`;
  };
  const taken: (string | number)[][] = [];
  for (const shape of SHAPES)
    if ((await fetchPage(writeCursor(...shape))).startsWith('200')) taken.push(shape);
  expect(taken.length).toBeGreaterThan(0);
  for (const shape of taken)
    for (const at of shape.keys()) {
      const put = (part: unknown) => writeCursor(...(shape.with(at, part as string) as string[]));
      for (const wrong of typeof shape[at] === 'number' ? NO_NUMBERS : NO_TEXTS)
        expect(await fetchPage(put(wrong)), JSON.stringify(shape.with(at, wrong as string))).toMatch(/^400 /);
      for (const part of DOUBTFUL) expect(await fetchPage(put(part))).toMatch(/^[24]00 /);
    }
  for (const nothing of ['nonsense', writeCursor(), 'e30', 'bnVsbA', writeCursor(1, 1, 1, 1, 1)])
    expect(await fetchPage(nothing), nothing).toMatch(/^400 /);
});
