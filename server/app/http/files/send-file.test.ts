import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#server/adapters/storage/open.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { parseRange, sendFile } from './send-file.ts';

const SIZE = 3 << 20;
const data = randomBytes(SIZE);
let dir: string;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-send-'));
  const storage: Storage = await openStorage(`file:${dir}`);
  await storage.write('a/clip.mp4', Readable.from([data]));
  await storage.write('a/empty.vtt', Readable.from([]));
  await storage.write('a/page.html', Readable.from([Buffer.from('<script>')]));
  // a connection of a caller who went away before asking would hold the end up for 72 s
  app = fastify({ exposeHeadRoutes: true, forceCloseConnections: true });
  app.get<{ Params: { '*': string } }>('/f/*', async (request, reply) => {
    if (!(await sendFile(request, reply, { storage, key: request.params['*'], cache: 'public' })))
      await reply.code(404).send({});
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/f/a/clip.mp4`;
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { headers, method });
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('ranges', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-1033', 10, 1033],
    ['bytes=100-', 100, SIZE - 1],
    ['bytes=-5', SIZE - 5, SIZE - 1],
    [`bytes=5-${SIZE * 9}`, 5, SIZE - 1],
    [`bytes=-${SIZE * 9}`, 0, SIZE - 1],
    ['bytes=0-', 0, SIZE - 1],
  ])('%s returns partial content', async (range, start, end) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${SIZE}`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect((await bytes(answer)).equals(data.subarray(start, end + 1))).toBe(true);
  });

  it.each([
    'bytes=5-2',
    'bytes=-',
    'bytes=a-b',
    'lines=1-2',
    'bytes=0-1,5-6',
    'bytes=1.5-2',
    'bytes',
    'bytes=--5',
    'bytes=0x1-2',
  ])('%s returns the whole file', async (range) => {
    const answer = await get({ range });
    expect(answer.status).toBe(200);
    expect((await bytes(answer)).length).toBe(SIZE);
  });

  it.each([`bytes=${SIZE}-`, 'bytes=99999999999999999999-', 'bytes=-0', `bytes=${SIZE}-${SIZE + 5}`])(
    '%s is not satisfiable',
    async (range) => {
      const answer = await get({ range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe(`bytes */${SIZE}`);
    },
  );

  it('apply only if If-Range matches the content', async () => {
    const first = await get({}, 'HEAD');
    const etag = first.headers.get('etag') as string;
    const modified = first.headers.get('last-modified') as string;
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': modified })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-9', 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await get({ range: 'bytes=0-9', 'if-range': 'nonsense' })).status).toBe(200);
  });
});

describe('whole files', () => {
  it('have a content type, a length and a long cache lifetime', async () => {
    const answer = await get();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(SIZE),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
    });
    expect((await bytes(answer)).equals(data)).toBe(true);
  });

  it('return only headers for HEAD, which ignores ranges', async () => {
    const answer = await get({ range: 'bytes=0-9' }, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(SIZE));
    expect((await bytes(answer)).length).toBe(0);
  });

  it('are not sent again to clients that have them', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') as string;
    for (const known of [etag, `"x", ${etag}`, `W/${etag}`, '*'])
      expect((await get({ 'if-none-match': known })).status).toBe(304);
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
    expect((await get({ 'if-modified-since': new Date(Date.now() + 5000).toUTCString() })).status).toBe(304);
    expect((await get({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
  });

  it('may be empty', async () => {
    const answer = await fetch(url.replace('clip.mp4', 'empty.vtt'));
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '0']);
    expect(
      (await fetch(url.replace('clip.mp4', 'empty.vtt'), { headers: { range: 'bytes=0-' } })).status,
    ).toBe(416);
  });

  it('are not served if missing or of an unsupported type', async () => {
    for (const name of ['page.html', 'none.mp4'])
      expect((await fetch(url.replace('clip.mp4', name))).status).toBe(404);
  });

  it('are still served after a client disconnects', async () => {
    await new Promise<void>((resolve) => {
      const going = httpRequest(url, (answer) => {
        answer.once('data', () => {
          going.destroy();
          resolve();
        });
      });
      going.on('error', () => {});
      going.end();
    });
    expect((await bytes(await get({ range: 'bytes=-5' }))).length).toBe(5);
  });
});

it('never mixes up concurrent range responses, even when some clients disconnect', async () => {
  await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const start = (n * 40_009) % (SIZE - 300_000);
      const stop = new AbortController();
      if (n % 3 === 0) setTimeout(() => stop.abort(), n % 7);
      const request = fetch(url, {
        headers: { range: `bytes=${start}-${start + 299_999}` },
        signal: stop.signal,
      });
      const got = await request.then(bytes).catch(() => null);
      if (got) expect(got.equals(data.subarray(start, start + 300_000))).toBe(true);
    }),
  );
});

it('parseRange stays within the file', () => {
  for (const header of ['bytes=0-', 'bytes=2-9', 'bytes=-3', 'bytes=9-', undefined]) {
    for (const size of [0, 1, 3, 10]) {
      const part = parseRange(header, size);
      if (typeof part === 'object')
        expect(part.start >= 0 && part.start <= part.end && part.end < size).toBe(true);
    }
  }
});
