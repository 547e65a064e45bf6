import { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from '#build/build.ts';
import { startTestSite, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

const HOME = 'https://clips.example';

let site: TestSite;
let id: number;
beforeAll(async () => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
  site = await startTestSite({ PUBLIC_URL: HOME });
  id = await addVideo(site.ctx, {
    title: 'Not for everybody',
    labels: ['ai', 'paid', 'sensitive'],
    mp4_key: 'videos/1/a/1080p.mp4',
    poster_key: 'videos/1/a/thumb-640.jpg',
    placeholder: 'data:image/webp;base64,AAAA',
    width: 1920,
    height: 1080,
    is_featured: true,
  });
  // stripes of 8 pixels
  const stripes = Uint8Array.from({ length: 640 * 360 }, (_, at) => (Math.floor(at / 8) % 2) * 255);
  const picture = await sharp(stripes, { raw: { width: 640, height: 360, channels: 1 } })
    .jpeg()
    .toBuffer();
  for (const width of [640, 1280])
    await site.ctx.storage.write(`videos/1/a/thumb-${width}.jpg`, Readable.from([picture]));
});

const read = async (path: string): Promise<string> => (await site.fetch(path)).text();
const pictureAt = async (path: string) => sharp(Buffer.from(await (await site.fetch(path)).arrayBuffer()));

test('other sites get a blurred picture of a sensitive video', async () => {
  const address = `/api/videos/${id}/blurred.jpg`;
  const answer = await site.fetch(address);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  const contrastOf = async (picture: Sharp) =>
    (await sharp(await picture.greyscale().png().toBuffer()).stats()).channels[0]?.stdev;
  expect(await contrastOf(await pictureAt(address))).toBeLessThan(5);
  const card = await pictureAt(`/api/videos/${id}/card.png`);
  const above = card.extract({ left: 800, top: 20, width: 300, height: 40 });
  expect(await contrastOf(above)).toBeLessThan(5);
  const shown = [
    `/embed/${id}`,
    `/api/oembed?url=${encodeURIComponent(`${HOME}/video/${id}`)}`,
    '/feed.xml',
    '/feed.rss',
    '/feed.json',
    '/sitemap.xml',
  ];
  for (const path of shown) {
    const text = await read(path);
    expect([path, text.includes(address)]).toEqual([path, true]);
    expect([path, text.includes('/a/thumb-')]).toEqual([path, false]);
  }
  expect(await read('/sitemap.xml')).toContain('<video:family_friendly>no</video:family_friendly>');
  expect(await read(`/embed/${id}`)).toContain(' · AI-generated · Paid promotion · Sensitive</p>');
});

test('its pages are rendered with the blurred picture, and declare its labels to search engines', async () => {
  for (const path of [`/video/${id}`, '/', '/videos', '/feed']) {
    const html = await read(path);
    const [written = ''] = html.split('id="initial-data"');
    expect([path, written.includes('Not for everybody')]).toEqual([path, true]);
    expect([path, written.includes('/a/thumb-')]).toEqual([path, false]);
  }
  const html = await read(`/video/${id}`);
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    thumbnailUrl: [`${HOME}/api/videos/${id}/blurred.jpg`],
    isFamilyFriendly: false,
    digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
    keywords: 'Paid promotion',
  });
});

test('a video without a picture has no blurred one', async () => {
  const plain = await addVideo(site.ctx, {});
  expect((await site.fetch(`/api/videos/${plain}/blurred.jpg`)).status).toBe(404);
});
