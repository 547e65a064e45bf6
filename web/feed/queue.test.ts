import { expect, test } from 'vitest';
import type { Video } from '#contract/videos.ts';
import type { Memory } from './memory.ts';
import { createQueue, type Page } from './queue.ts';
import { NO_TASTE } from './taste.rules.ts';

const CLIPS = Array.from({ length: 400 }, (_, id) => ({ id, creator: `Creator ${id}` }) as Video);
const PAGE = 60;

/** As the server gives a playlist: from `start` on where there is one, then page by page. */
async function load(start: number | null, cursor: string | undefined): Promise<Page> {
  const from = start ?? Number(cursor ?? 0);
  const to = from + PAGE;
  const next = to < CLIPS.length ? String(to) : null;
  return { items: CLIPS.slice(from, to), next, isWithin: from > 0 };
}

/** Some were seen a moment ago. */
const memory = {
  taste: () => NO_TASTE,
  seenAt: (id: number) => (id % 3 === 0 ? Date.now() : null),
} as Memory;

test('a playlist that is begun within goes on to its end, and then comes what is before', async () => {
  const queue = createQueue({ start: 350, keepOrder: true, keepSeen: true, load, memory });
  queue.reach(CLIPS.length);
  await expect.poll(() => queue.get().status).toBe('end');
  const played = queue.get().items.map(({ video }) => video.id);
  expect(played).toEqual([...CLIPS.slice(350), ...CLIPS.slice(0, 350)].map(({ id }) => id));
});

test('it begins at its first clip where the one that was asked for is not in it', async () => {
  const fromFirst = (_start: number | null, cursor: string | undefined) => load(null, cursor);
  const queue = createQueue({ start: 999, keepOrder: true, keepSeen: true, load: fromFirst, memory });
  queue.reach(CLIPS.length);
  await expect.poll(() => queue.get().status).toBe('end');
  expect(queue.get().items.map(({ video }) => video.id)).toEqual(CLIPS.map(({ id }) => id));
});
