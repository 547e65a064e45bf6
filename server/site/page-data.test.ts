import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { PageData } from './page-data.ts';

let site: TestSite;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite();
});

/** Where the data of a page are; asked again until the thread that writes pages has begun. */
async function addressAt(path: string): Promise<string> {
  for (;;) {
    const html = await (await site.fetch(path)).text();
    const address = /id="initial-data" data-src="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    if (address) {
      expect(html).not.toContain('"answers"');
      return address;
    }
    site.ctx.cache.clear();
  }
}

interface Data {
  answers: Record<string, { body: unknown }>;
}

test('the data of a page come by their hash, kept by the browser, also when the page has changed', async () => {
  const id = await addVideo(site.ctx, { title: 'Liked clip' });
  const first = await addressAt(`/video/${id}`);
  const likes = async (address: string) => {
    const { answers } = (await (await site.fetch(address)).json()) as Data;
    return (answers[`/api/videos/${id}`]?.body as { likes: number }).likes;
  };
  await site.visitor()(`/api/videos/${id}/like`, { method: 'POST' });
  const second = await addressAt(`/video/${id}`);
  expect(second).not.toBe(first);
  expect(await likes(first)).toBe(0);
  expect(await likes(second)).toBe(1);

  const answer = await site.fetch(first, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  // found nowhere but from its page
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  const plain = await site.fetch(first, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(await plain.json()).toEqual(await answer.json());
});

test('who has a page from another process gets what it holds here, not to be kept', async () => {
  const id = await addVideo(site.ctx, { title: 'Written elsewhere', category: 'Beauty' });
  for (const path of [`/video/${id}`, '/videos?category=Beauty', '/videos?q=elsewhere']) {
    const own = await addressAt(path);
    const other = own.replace(/page-data=.*/, `page-data=${'x'.repeat(22)}`);
    const answer = await site.fetch(other);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain('Written elsewhere');
  }
  expect((await site.fetch('/login?page-data=x')).status).toBe(404);
});

test('data that many others have crowded out are made anew', async () => {
  const id = await addVideo(site.ctx, { title: 'Crowded out' });
  const address = await addressAt(`/video/${id}`);
  const find = vi.spyOn(PageData.prototype, 'find').mockReturnValueOnce(null).mockReturnValueOnce(null);
  onTestFinished(() => find.mockRestore());
  expect(await (await site.fetch(address)).text()).toContain('Crowded out');
  expect(find).toHaveBeenCalledTimes(3);
});

test('of a list those further down come without their tiny pictures', async () => {
  for (let at = 0; at < 8; at += 1)
    await addVideo(site.ctx, { title: `Clip ${at}`, category: 'Innovation', placeholder: 'data:,a' });
  site.ctx.cache.clear();
  const { answers } = (await (
    await site.fetch(await addressAt('/videos?category=Innovation'))
  ).json()) as Data;
  const clips = Object.values(answers)[0]?.body as { placeholder: string | null }[];
  expect(clips.map(({ placeholder }) => placeholder)).toEqual([
    ...Array.from({ length: 6 }, () => 'data:,a'),
    null,
    null,
  ]);
  const whole = await site.fetch('/api/videos?category=Innovation');
  expect(((await whole.json()) as typeof clips).every(({ placeholder }) => placeholder)).toBe(true);
});

test('the same data have the same hash everywhere, and what nobody asks for goes first', async () => {
  const [one, other] = [new PageData(), new PageData()];
  const hash = await one.keep({ a: 1 });
  expect(await other.keep({ a: 1 })).toBe(hash);
  const asked = await one.keep({ asked: true });
  for (let at = 0; at < 999; at += 1) {
    await one.keep({ at });
    one.find(asked);
  }
  expect(one.find(hash)).toBe(null);
  expect(one.find(asked)).not.toBe(null);
});
