import { expect } from 'vitest';
import { fileOf } from '#contract/videos/files.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { videos } from '#contract/videos/videos.ts';
import { sendRaw } from './raw-http.ts';
import type { TestSite } from './site.ts';

/** Public addresses of every kind of file a live video with a ladder has, read from what players read. */
export async function filesOf(site: TestSite, live: Submission): Promise<string[]> {
  const beside = (name: string) => (live.hlsUrl ?? '').replace(/[^/]+$/, name);
  const text = async (url: string) => (await site.fetch(url)).text();
  const playlists = (await text(live.hlsUrl ?? '')).match(/^v\d\.m3u8$/gm) ?? [];
  const segments = (await Promise.all(playlists.map((name) => text(beside(name)))))
    .join('\n')
    .match(/^v\d\.mp4$/gm);
  const sheet = /^\S+\.jpg(?=#xywh)/m.exec(await text(live.storyboard ?? ''))?.[0];
  const found = [...playlists, ...(segments ?? []), ...(sheet ? [sheet] : [])].map(beside);
  const named = [live.sourceUrl, live.hlsUrl, live.storyboard, live.thumbnail].map((url) => url ?? '');
  const { lines } = await site.call(videos.get, { params: { id: live.id } });
  const sizes = lines.map((each) => fileOf(live.sourceUrl ?? '', each));
  const files = [...new Set([...named, ...sizes, ...found])];
  // file in two sizes, master, two playlists with theirs, stills and their sheet, thumbnail
  expect(files.length).toBeGreaterThanOrEqual(10);
  for (const file of files) expect((await site.fetch(file)).status, file).toBe(200);
  return files;
}

/** None of these files is accessible: by its address, in part, by its name alone, or by a path trick. */
export async function expectHidden(site: TestSite, files: string[]): Promise<void> {
  for (const file of files) {
    const key = file.replace('/media/', '');
    const urls = [
      file,
      `/media/${key.replaceAll('/', '%2f')}`,
      `/media/avatars/..%2f${key}`,
      `/media/avatars/../${key}`,
      `/media/avatars/%2e%2e/${key}`,
      `/media/products/..%252f${key}`,
      `/media/external/..%5c${key}`,
      `/media/../media/${key}`,
      `/media/./${key}`,
      `/media//${key}`,
      `/media/${key}%00`,
      `/media/${key}/`,
      `/media/${key}?x=/media/avatars/a.webp`,
      `/media/signed/${'z'.repeat(7)}-${'A'.repeat(32)}/${key}`,
      `/media/signed/x/..%2f..%2f${key}`,
    ];
    for (const url of urls) {
      // fetch would straighten the path
      const { status } = await sendRaw(site.url, [
        `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      ]);
      expect(status, url).toBe(404);
    }
    expect((await site.fetch(file, { headers: { range: 'bytes=0-9' } })).status, `part of ${file}`).toBe(404);
    expect((await site.fetch(file, { method: 'HEAD' })).status, `HEAD ${file}`).toBe(404);
  }
}
