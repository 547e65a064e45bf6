import { expect, test } from 'vitest';
import { createResponseCache } from './response-cache.ts';

function open(isLive = () => true) {
  let now = 0;
  const reads: { ids: number[]; answer: (text: string) => void }[] = [];
  const cache = createResponseCache({ now: () => now, isLive });
  const get = (...ids: number[]) =>
    cache.getThings(
      'videos',
      ['videos'],
      ids,
      (wanted) =>
        new Promise<{ id: number; text: string }[]>((resolve) => {
          reads.push({
            ids: wanted,
            answer: (text) => resolve(wanted.filter((id) => id < 100).map((id) => ({ id, text }))),
          });
        }),
    );
  /** Answers the next read, once it was asked for. */
  const answer = async (text: string) => {
    await expect.poll(() => reads.length).toBeGreaterThan(0);
    const read = reads.shift();
    read?.answer(text);
    return read?.ids;
  };
  return { cache, get, reads, answer, later: (ms: number) => (now += ms) };
}

test('what is old is read along with what is missing', async () => {
  const { get, answer, later, reads } = open();
  const first = get(1, 2);
  await answer('old');
  await first;
  later(6000);
  await get(1, 2);
  expect(reads).toEqual([]);
  const second = get(1, 3);
  expect(await answer('new')).toEqual([3, 1]);
  expect((await second).map(({ text }) => text)).toEqual(['new', 'new']);
  later(6000);
  expect((await get(1, 3)).map(({ text }) => text)).toEqual(['new', 'new']);
  expect(reads).toEqual([]);
});

test('what was read is kept until it is too old or dropped, in the order that is asked for', async () => {
  const { cache, get, reads, answer, later } = open();
  const first = get(3, 1, 100);
  expect(await answer('old')).toEqual([3, 1, 100]);
  expect(await first).toEqual([
    { id: 3, text: 'old' },
    { id: 1, text: 'old' },
  ]);
  expect((await get(1, 3)).map(({ id }) => id)).toEqual([1, 3]);
  expect(reads).toEqual([]);

  const mixed = get(2, 3);
  expect(await answer('new')).toEqual([2]);
  expect((await mixed).map(({ text }) => text)).toEqual(['new', 'old']);

  cache.dropLocal('comments');
  expect((await get(3))[0]?.text).toBe('old');
  cache.drop('videos');
  const dropped = get(3);
  expect(await answer('newer')).toEqual([3]);
  expect((await dropped)[0]?.text).toBe('newer');

  later(10_000);
  void get(3);
  expect(await answer('newest')).toEqual([3]);
});

test('who asks after a change never gets what was read before it', async () => {
  const { cache, get, reads, answer } = open();
  const lonely = get(5);
  await expect.poll(() => reads.length).toBe(1);
  cache.dropLocal('videos');
  await answer('old');
  expect((await lonely)[0]?.text).toBe('old');

  const before = get(5, 1);
  await expect.poll(() => reads.map(({ ids }) => ids)).toEqual([[5, 1]]);
  cache.dropLocal('videos');
  const after = get(1);
  await answer('older');
  expect((await before)[0]?.text).toBe('older');
  expect(await answer('new')).toEqual([1]);
  expect((await after)[0]?.text).toBe('new');
  expect((await get(1))[0]?.text).toBe('new');
});

test('nothing is kept while changes of other processes are not heard, and a failed read is made again', async () => {
  let live = false;
  const { get, answer } = open(() => live);
  for (const text of ['first', 'second']) {
    const asked = get(1);
    expect(await answer(text)).toEqual([1]);
    expect((await asked)[0]?.text).toBe(text);
  }
  live = true;
  const cache = createResponseCache();
  const fails = cache.getThings('videos', ['videos'], [1], () => Promise.reject(new Error('gone')));
  await expect(fails).rejects.toThrow('gone');
  expect(await cache.getThings('videos', ['videos'], [1], async () => [{ id: 1 }])).toEqual([{ id: 1 }]);
});
