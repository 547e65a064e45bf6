import { beforeAll, expect, test } from 'vitest';
import { embedBox } from '#contract/site/embed-code.ts';
import { sharing } from '#contract/site/sharing.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

const HOME = 'https://clips.example';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ PUBLIC_URL: HOME, SITE_NAME: 'Clips & <Co>' });
});

const FILES = {
  mp4_key: 'videos/1/a/1080p.mp4',
  mp4_lines: [360, 720, 1080],
  poster_key: 'videos/1/a/thumb-640.jpg',
  width: 1920,
  height: 1080,
};
const portrait = { ...FILES, width: 1080, height: 1920 };

const read = async (path: string): Promise<{ answer: Response; text: string }> => {
  const answer = await site.fetch(path);
  return { answer, text: await answer.text() };
};

const fetchOembed = (url: string, more: object = {}) =>
  site.call(sharing.oembed, { query: { url, ...more } });

test('oEmbed returns the player in the shape of the video and the requested size', async () => {
  const maker = await site.signUp('CONTENT_CREATOR');
  const wide = await addVideo(site.ctx, { ...FILES, title: 'Wide "one"', uploader_id: maker.id });
  const high = await addVideo(site.ctx, { ...portrait, title: 'High' });
  expect(await fetchOembed(`${HOME}/video/${wide}`)).toMatchObject({
    version: '1.0',
    type: 'video',
    title: 'Wide "one"',
    author_name: maker.username,
    author_url: `${HOME}/creators/${maker.username}`,
    provider_name: 'Clips & <Co>',
    provider_url: `${HOME}/`,
    width: 640,
    height: 360,
    thumbnail_url: `${HOME}/media/videos/1/a/thumb-1280.jpg`,
    thumbnail_width: 1280,
    thumbnail_height: 720,
  });
  expect((await fetchOembed(`${HOME}/video/${wide}?t=3`)).html).toMatch(
    new RegExp(
      `^<iframe src="${HOME}/embed/${wide}\\?start=3" title="Wide &quot;one&quot;" width="640" height="360"`,
    ),
  );
  expect(await fetchOembed(`${HOME}/embed/${high}`)).toMatchObject({ width: 360, height: 640 });
  expect(await fetchOembed(`${HOME}/video/${high}`, { maxwidth: 300, maxheight: 400 })).toMatchObject({
    width: 225,
    height: 400,
  });
  const small = await fetchOembed(`${HOME}/video/${wide}`, { maxwidth: 320 });
  expect([small.width, small.height, small.thumbnail_width]).toEqual([320, 180, 320]);
  const tiny = await fetchOembed(`${HOME}/video/${wide}`, { maxwidth: 90, maxheight: 90 });
  expect([tiny.width, tiny.height]).toEqual([90, 51]);
});

test('it stays within the requested size, however small', async () => {
  const shapes = [FILES, portrait, { width: 480, height: 480 }, { width: 4096, height: 16 }];
  for (const shape of shapes)
    for (const width of [undefined, 1, 2, 3, 90, 641])
      for (const height of [undefined, 1, 2, 3, 90, 641]) {
        const box = embedBox(shape, { ...(width && { width }), ...(height && { height }) });
        const isWithin = box.width <= (width ?? 640) && box.height <= (height ?? 1138);
        expect([shape.width, width, height, box, isWithin]).toEqual([shape.width, width, height, box, true]);
        expect(Math.min(box.width, box.height)).toBeGreaterThan(0);
      }
  const high = await addVideo(site.ctx, portrait);
  const least = await fetchOembed(`${HOME}/video/${high}`, { maxwidth: 1, maxheight: 1 });
  expect([least.width, least.height]).toEqual([1, 1]);
});

test('it starts at the time in the link', async () => {
  const id = await addVideo(site.ctx, FILES);
  const startOf = async (query: string) => {
    const { html = '' } = await fetchOembed(`${HOME}/${query}`);
    return new URL(/src="([^"]+)"/.exec(html)?.[1] ?? '').search;
  };
  for (const [query, start] of [
    [`video/${id}?t=83`, '?start=83'],
    [`video/${id}?list=3&t=4.56#x`, '?start=4.5'],
    [`embed/${id}?start=7`, '?start=7'],
    ...['', '?t=', '?t=0', '?t=-3', '?t=soon', '?t=1e999', '?t=1e300', '?t=0.01'].map((t) => [
      `video/${id}${t}`,
      '',
    ]),
  ] as const)
    expect([query, await startOf(query ?? '')]).toEqual([query, start]);
});

test('it is available as XML, too, and in no other format', async () => {
  const id = await addVideo(site.ctx, { ...FILES, title: 'Fish & chips' });
  const at = `/api/oembed?url=${encodeURIComponent(`${HOME}/video/${id}`)}`;
  const { answer, text } = await read(`${at}&format=xml`);
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(text).toContain('<title>Fish &amp; chips</title>');
  expect(text).toContain('<html>&lt;iframe src=');
  expect((await site.fetch(`${at}&format=yaml`)).status).toBe(501);
});

test('it returns 404 for addresses of other sites, and for videos that are not public', async () => {
  const hidden = await addVideo(site.ctx, { ...FILES, status: 'PENDING' });
  for (const url of [
    'https://other.example/video/1',
    'https://clips.example.evil.example/video/1',
    `${HOME}/shop/1`,
    `${HOME}/video/999999`,
    `${HOME}/video/${hidden}`,
    'nonsense',
    'javascript:alert(1)',
  ])
    expect((await site.fetch(`/api/oembed?url=${encodeURIComponent(url)}`)).status, url).toBe(404);
  const without = await site.fetch('/api/oembed');
  expect([without.status, await without.text()]).toEqual([
    400,
    expect.stringContaining("Please enter a video's address."),
  ]);
  for (const side of ['maxwidth', 'maxheight'])
    for (const wrong of ['0', '-5', 'wide', '1.5', '']) {
      const answer = await site.fetch(`/api/oembed?url=${HOME}/video/1&${side}=${wrong}`);
      expect([wrong, answer.status]).toEqual([wrong, 400]);
      expect(await answer.text()).toContain(`${side} must be a whole number of pixels, from 1.`);
    }
});
