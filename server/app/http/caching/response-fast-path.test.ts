import { beforeAll, expect, it } from 'vitest';
import { sendRaw } from '#server/testing/raw-http.ts';
import { startTestSite } from '#server/testing/site.ts';
import type { TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ WEB_ORIGIN: 'https://app.example.org' });
  await addVideo(site.ctx);
});

const get = (path: string, headers = '') =>
  sendRaw(site.url, [`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`]);

it('sends exactly the same response the second time', async () => {
  for (const headers of ['', 'Accept-Encoding: gzip, br\r\n', 'Accept-Encoding: identity\r\n']) {
    const first = await get('/api/videos?limit=7', headers);
    const second = await get('/api/videos?limit=7', headers);
    expect(first.status).toBe(200);
    expect({ ...second, headers: { ...second.headers, date: '' } }).toEqual({
      ...first,
      headers: { ...first.headers, date: '' },
    });
    expect(second.headers['vary']).toContain('Origin');
  }
});

it('picks up changes to a response at once', async () => {
  await get('/api/videos?sort=new');
  const before = await get('/api/videos?sort=new');
  const id = await addVideo(site.ctx, { title: 'Brand new' });
  site.ctx.cache.drop('videos');
  const after = await get('/api/videos?sort=new');
  expect(before.body).not.toContain('Brand new');
  expect(after.body).toContain('Brand new');
  const one = await get(`/api/videos/${id}`);
  await site.visitor().fetch(`/api/videos/${id}/like`, { method: 'POST' });
  expect(JSON.parse(one.body)).toMatchObject({ lllLikes: 0 });
  expect(JSON.parse((await get(`/api/videos/${id}`)).body)).toMatchObject({ lllLikes: 1 });
});

it('still handles conditional, cross-origin and HEAD requests, and rejects requests without a Host', async () => {
  const first = await get('/api/videos');
  expect((await get('/api/videos', `If-None-Match: ${first.headers['etag']}\r\n`)).status).toBe(304);
  const foreign = await get('/api/videos', 'Origin: https://app.example.org\r\n');
  expect(foreign.headers['access-control-allow-origin']).toBe('https://app.example.org');
  const head = await site.fetch('/api/videos', { method: 'HEAD' });
  expect(await head.text()).toBe('');
  expect((await sendRaw(site.url, ['GET /api/videos HTTP/1.1\r\nConnection: close\r\n\r\n'])).status).toBe(
    400,
  );
});

it('shows a video pending review only to its uploader', async () => {
  const person = await site.signUp('CONTENT_CREATOR');
  const id = await addVideo(site.ctx, { status: 'PENDING', uploader_id: person.id });
  expect((await person.fetch(`/api/videos/${id}`)).status).toBe(200);
  expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
  expect((await person.fetch(`/api/videos/${id}`)).status).toBe(200);
});

it('sends brotli only to clients that accept it, and 304 to clients that have the current version', async () => {
  for (let n = 0; n < 3; n += 1) await addVideo(site.ctx);
  site.ctx.cache.drop('videos');
  const encoding = async (accepted: string) =>
    (await get('/api/videos?limit=9', `Accept-Encoding: ${accepted}\r\n`)).headers['content-encoding'];
  // twice: the second response takes the fast path
  for (const accepted of ['br', 'br', 'gzip, br;q=0.5'])
    expect(await encoding(accepted), accepted).toBe('br');
  for (const accepted of ['br;q=0', 'br;q=0', 'gzip, br; q=0.000', 'x-br', 'identity'])
    expect(await encoding(accepted), accepted).toBeUndefined();
  const etag = (await get('/api/videos?limit=9')).headers['etag'] ?? '';
  expect(etag).toMatch(/^W\//);
  for (const known of ['*', etag, etag.slice(2), `"other", ${etag}`])
    expect((await get('/api/videos?limit=9', `If-None-Match: ${known}\r\n`)).status, known).toBe(304);
  expect((await get('/api/videos?limit=9', 'If-None-Match: "other"\r\n')).status).toBe(200);
});
