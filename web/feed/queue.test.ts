import { expect, test } from 'vitest';
import type { Video } from '#contract/videos/videos.ts';
import type { Memory } from './memory.ts';
import { createQueue, type Page, type Queue } from './queue.ts';
import { NO_TASTE } from './taste.rules.ts';

const VIDEOS = Array.from({ length: 400 }, (_, id) => ({ id, creator: `Creator ${id}` }) as Video);
const PAGE = 60;

/** As the server gives a playlist: from `start` on where there is one, then page by page. */
async function load(start: number | null, cursor: string | undefined): Promise<Page> {
  const from = start ?? Number(cursor ?? 0);
  const to = from + PAGE;
  const next = to < VIDEOS.length ? String(to) : null;
  return { items: VIDEOS.slice(from, to), next, isWithin: from > 0 };
}

/** Some were seen a moment ago. */
const memory = {
  taste: () => NO_TASTE,
  seenAt: (id: number) => (id % 3 === 0 ? Date.now() : null),
} as Memory;

test('a playlist started in the middle plays to its end, and then what comes before', async () => {
  const queue = createQueue({ start: 350, preserveOrder: true, includeSeen: true, load, find: null, memory });
  queue.reach(VIDEOS.length);
  await expect.poll(() => queue.get().status).toBe('end');
  const played = queue.get().items.map(({ video }) => video.id);
  expect(played).toEqual([...VIDEOS.slice(350), ...VIDEOS.slice(0, 350)].map(({ id }) => id));
});

test('it starts at its first video if the requested one is not in it', async () => {
  const fromFirst = (_start: number | null, cursor: string | undefined) => load(null, cursor);
  const queue = createQueue({
    start: 999,
    preserveOrder: true,
    includeSeen: true,
    load: fromFirst,
    find: null,
    memory,
  });
  queue.reach(VIDEOS.length);
  await expect.poll(() => queue.get().status).toBe('end');
  expect(queue.get().items.map(({ video }) => video.id)).toEqual(VIDEOS.map(({ id }) => id));
});

const played = ({ get }: Queue): number[] => get().items.map(({ video }) => video.id);

test('a restored list starts with the requested video, wherever it is, and plays every video once', async () => {
  const inOrder = (_start: number | null, cursor: string | undefined) => load(null, cursor);
  const begin = (start: number, find: (id: number) => Promise<Video | null>) => {
    const queue = createQueue({ start, preserveOrder: true, includeSeen: true, load: inOrder, find, memory });
    queue.reach(VIDEOS.length);
    return queue;
  };
  const requested: number[] = [];
  const far = begin(390, async (id) => {
    requested.push(id);
    // the first time the connection is gone
    if (requested.length === 1) throw new TypeError('Failed to fetch');
    return VIDEOS[id] ?? null;
  });
  await expect.poll(() => far.get().status).toBe('failed');
  expect(played(far)).toEqual([]);
  far.retry();
  await expect.poll(() => far.get().status).toBe('end');
  const others = VIDEOS.map(({ id }) => id).filter((id) => id !== 390);
  expect([played(far), far.get().items[0]?.reason, requested]).toEqual([
    [390, ...others],
    'opened',
    [390, 390],
  ]);

  const near = begin(200, () => expect.unreachable());
  await expect.poll(() => near.get().status).toBe('end');
  expect(played(near)).toEqual([...VIDEOS.slice(200), ...VIDEOS.slice(0, 200)].map(({ id }) => id));

  const aborted = begin(999, async () => null);
  await expect.poll(() => aborted.get().status).toBe('end');
  expect([played(aborted).length, aborted.get().isStartTrimmed]).toEqual([VIDEOS.length, true]);
});

test('a feed that is not a list repeats what was shown longest ago, without hidden videos', async () => {
  const [first, second, third, fourth] = VIDEOS;
  const few = [first, second, third, fourth].flatMap((video) => video ?? []);
  const once = async () => ({ items: few, next: null });
  let hidden = 3;
  const begin = (load: () => Promise<Page>) =>
    createQueue({
      start: null,
      preserveOrder: false,
      includeSeen: false,
      load,
      find: null,
      isHidden: ({ id }) => id === hidden,
      memory: { ...memory, seenAt: () => null },
    });
  const queue = begin(once);
  queue.reach(6);
  await expect.poll(() => played(queue)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
  expect(queue.get().status).toBe('ready');
  expect(
    queue
      .get()
      .items.map(({ reason }) => reason === 'again')
      .indexOf(true),
  ).toBe(3);
  // one that is hidden on the way stays out
  hidden = 1;
  queue.rechoose(6);
  await expect.poll(() => played(queue).slice(7)).toEqual([2, 0, 2]);

  const single = begin(async () => ({ items: few.slice(0, 1), next: null }));
  single.reach(0);
  await expect.poll(() => single.get().status).toBe('end');
});

test('portrait videos come first on phones, each once, with no other request before the first', async () => {
  const tall = new Set([3, 5, 14, 15, 16, 17, 18, 19, 20, 21, 39]);
  const all = VIDEOS.slice(0, 40).map((video) => ({
    ...video,
    width: 9,
    height: tall.has(video.id) ? 16 : 5,
  }));
  const begin = (videos: Video[], start: number | null = null) => {
    const calls: string[] = [];
    const queue = createQueue({
      start,
      preserveOrder: false,
      includeSeen: false,
      portraitFirst: true,
      load: async (_start, cursor, _many, orientation) => {
        calls.push(orientation ?? 'all');
        const list = orientation ? videos.filter(({ id }) => tall.has(id)) : videos;
        const from = Number(cursor ?? 0);
        const next = from + 12 < list.length ? String(from + 12) : null;
        const items = list.slice(from, from + 12);
        return {
          items: start === null || cursor ? items : [...videos.slice(start, start + 1), ...items],
          next,
        };
      },
      find: null,
      memory: { ...memory, seenAt: () => null },
    });
    let atFirst: string[] | null = null;
    queue.watch(() => {
      if (queue.get().items.length > 0) atFirst ??= [...calls];
    });
    queue.reach(36);
    return { queue, atFirst: () => atFirst };
  };
  const rest = all.map(({ id }) => id).filter((id) => !tall.has(id));

  const usual = begin(all);
  await expect.poll(() => played(usual.queue)).toEqual([...tall, ...rest]);
  expect(usual.atFirst()).toEqual(['all']);

  const within = begin(all, 0);
  await expect.poll(() => played(within.queue)).toEqual([0, ...tall, ...rest.slice(1)]);

  // none on the first page
  const late = begin(all.filter(({ id }) => id !== 3 && id !== 5));
  await expect.poll(() => played(late.queue).slice(0, 10)).toEqual([...tall].slice(2).concat(0));
  expect(late.atFirst()).toEqual(['all', 'portrait']);

  const none = begin(all.filter(({ id }) => !tall.has(id)));
  await expect.poll(() => played(none.queue).slice(0, 29)).toEqual(rest);
});
