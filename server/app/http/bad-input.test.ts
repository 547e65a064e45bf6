import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sendRaw } from '#server/testing/raw-http.ts';
import type { RawAnswer } from '#server/testing/raw-http.ts';
import { startTestSite } from '#server/testing/site.ts';
import type { TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf } from '#server/testing/client.ts';

let site: TestSite;
let video: number;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  video = await addVideo(site.ctx);
});

/** The contract's error shape: a sentence and a code, no server internals. */
function expectClearError(answer: RawAnswer, statuses: readonly number[]): void {
  expect(statuses, answer.body.slice(0, 300)).toContain(answer.status);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(answer.body)).toMatchObject({
    error: expect.stringMatching(/^\w.* .*\w\.?$/),
    code: expect.stringMatching(/^[A-Z_]+$/),
  });
  expect(answer.body).not.toMatch(/node_modules|\bat \/|Fastify|FST_|ERR_/);
}

function get(target: string, headers = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
}

function post(
  target: string,
  body: string | Uint8Array,
  headers = 'Content-Type: application/json\r\n',
): (string | Uint8Array)[] {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return [
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`,
    bytes,
  ];
}

const comment = (text: string): string => JSON.stringify({ authorUsername: '', text });
const manyHeaders = Array.from({ length: 100_000 }, (_, index) => `X-Header-${index}: value\r\n`).join('');

describe('malformed requests', () => {
  const requests: [what: string, parts: string[], statuses: number[]][] = [
    ['100,000 headers', [get('/api/videos', manyHeaders)], [431]],
    ['one header of 1 MB', [get('/api/videos', `X-Long: ${'a'.repeat(1_000_000)}\r\n`)], [431]],
    ['an address of 1 MB', [get(`/api/videos?q=${'a'.repeat(1_000_000)}`)], [414, 431]],
    ['a cookie of 15 kB', [get('/api/videos/0', `Cookie: visitor=${'a'.repeat(15_000)}\r\n`)], [400]],
    ['no HTTP at all', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'], [400]],
    ['an unknown method', ['FETCH /api/videos HTTP/1.1\r\nHost: localhost\r\n\r\n'], [400]],
    ['no Host', ['GET /api/videos HTTP/1.1\r\n\r\n'], [400]],
    ['HTTP/9.9', ['GET /api/videos HTTP/9.9\r\nHost: localhost\r\n\r\n'], [400, 505]],
    ['a NUL in a header', [get('/api/videos', 'X-Nul: a\0b\r\n')], [400]],
    [
      'two lengths',
      ['POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
      [400],
    ],
    ['a negative length', ['POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n'], [400]],
    [
      'a length and chunks',
      [
        'POST /api/videos/1/like HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      [400],
    ],
    [
      'broken chunks',
      [
        'POST /api/videos/1/comments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      ],
      [400],
    ],
    ['a header folded over lines', [get('/api/videos', 'X-Folded: a\r\n b\r\nX: \x01\r\n')], [400]],
    ['an unknown endpoint', [get('/api/nothing')], [404]],
    [
      'a method a call does not take',
      ['PATCH /api/videos HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
      [404, 405],
    ],
    ['a method no address takes', ['PROPFIND /api/videos HTTP/1.1\r\nHost: a\r\n\r\n'], [404, 405]],
    [
      'a page that is sent something',
      ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
      [404, 405],
    ],
    ['no call at all', [get('/api')], [404]],
    ['TRACE', ['TRACE /api/videos HTTP/1.1\r\nHost: a\r\n\r\n'], [400, 404, 405]],
    ['a broken escape', [get('/api/videos/%E0%A4%A')], [400]],
    ['an escape that is not UTF-8', [get('/api/videos/%ff')], [400]],
    ['an escaped NUL', [get('/api/videos/%00')], [400]],
  ];
  it.each(requests)('%s', async (_what, parts, statuses) => {
    expectClearError(await sendRaw(site.url, parts), statuses);
  });

  it('leave the server healthy', async () => {
    expect((await site.fetch('/api/health/ping')).status).toBe(200);
  });
});

describe('numbers and names in URLs', () => {
  const bad = [
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=1e400',
    'limit=',
    'limit=1&limit=2',
    'category=Sports',
    'category=',
    'category=All',
    'sort=worst',
    'limit=0x10',
    'category=Business&category=Beauty',
  ];
  it.each(bad)('GET /api/videos?%s', async (query) => {
    expectClearError(await sendRaw(site.url, [get(`/api/videos?${query}`)]), [400]);
  });

  const ids = [
    '0',
    '-1',
    '1e20',
    'abc',
    '..%2f',
    '1.5',
    '9007199254740993',
    '99999999999999999999',
    '%31%00',
    '1%20',
    '+1',
    '0x1',
    'null',
    '%F0%9F%91%93',
    '..%5c..%5c',
    "1'--",
  ];
  const calls = (id: string): [string, string, (string | Uint8Array)[]][] => [
    ['GET', `/api/videos/${id}`, [get(`/api/videos/${id}`)]],
    ['POST', `/api/videos/${id}/like`, post(`/api/videos/${id}/like`, '', '')],
    ['POST', `/api/videos/${id}/comments`, post(`/api/videos/${id}/comments`, comment('hello'))],
  ];
  it.each(ids.flatMap(calls))('%s %s', async (_method, _target, parts) => {
    expectClearError(await sendRaw(site.url, parts), [400, 404]);
  });

  it('every call for a missing video returns 404', async () => {
    for (const [, , parts] of calls('2000000000')) expectClearError(await sendRaw(site.url, parts), [404]);
  });
});

describe('request bodies', () => {
  const target = (): string => `/api/videos/${video}/comments`;
  const bodies: [what: string, body: string | Uint8Array, statuses: number[]][] = [
    ['half of JSON', '{"text": "hal', [400]],
    ['nothing', '', [400]],
    ['null', 'null', [400]],
    ['a list', '[]', [400]],
    ['a string', '"text"', [400]],
    ['blank text', comment(' \t\n\u00a0\u3000 '), [400]],
    [
      'bytes that are no UTF-8',
      Buffer.from([
        ...Buffer.from('{"authorUsername": "", "text": "'),
        0xff,
        0xfe,
        0xc0,
        ...Buffer.from('"}'),
      ]),
      [201, 400],
    ],
    ['a prototype', '{"__proto__": {"admin": true}, "text": "x", "authorUsername": ""}', [400]],
    ['single quotes', "{'text': 'x'}", [400]],
  ];
  it.each(bodies)('%s', async (_what, body, statuses) => {
    const answer = await sendRaw(site.url, post(target(), body));
    if (answer.status < 300) expect(statuses).toContain(answer.status);
    else expectClearError(answer, statuses);
  });

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('rejects content type %s', async (type) => {
    expectClearError(
      await sendRaw(site.url, post(target(), comment('hello'), `Content-Type: ${type}\r\n`)),
      [415],
    );
  });

  it('rejects a body without a content type', async () => {
    expectClearError(await sendRaw(site.url, post(target(), comment('hello'), '')), [400, 415]);
  });

  it('cuts off an endless chunked body at the limit', async () => {
    function* chunks(): Generator<string> {
      yield `POST ${target()} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
      for (let sent = 0; sent < 500; sent += 1) yield `10000\r\n${'a'.repeat(65_536)}\r\n`;
    }
    expectClearError(await sendRaw(site.url, chunks()), [413]);
  });

  it('stores right-to-left text, emoji and angle brackets as is, but no control characters and nothing it rejected', async () => {
    const text = 'שלום abc <script>alert(1)</script> 👩‍👩‍👧 ́́́';
    const answer = await site.fetch(target(), { json: { authorUsername: '', text: `${text}\u202e` } });
    expect(answer.ok).toBe(true);
    expect(await answer.json()).toMatchObject({ text });
    const stored = await bodyOf(site.fetch(target()), z.object({ text: z.string() }).array());
    expect(stored.filter((each) => !each.text.includes('\ufffd')).map((each) => each.text)).toEqual([text]);
  });
});

describe('Authorization header', () => {
  const values: [what: string, value: string][] = [
    ['a bare Bearer', 'Bearer'],
    ['nonsense', 'Bearer nonsense'],
    ['another scheme', 'Basic YTpi'],
    ['8 kB', `Bearer ${'a'.repeat(8_000)}`],
    ['several words', 'Bearer a b c'],
    ['bytes', 'Bearer \xff\xfe'],
  ];
  it.each(values)('rejects %s with 401', async (_what, value) => {
    expectClearError(await sendRaw(site.url, [get('/api/me', `Authorization: ${value}\r\n`)]), [401]);
  });
});

describe('file ranges', () => {
  const content = Buffer.from('0123456789');
  let path: string;

  beforeAll(async () => {
    const key = `videos/${video}/aaaaaaaaaaaa/video.mp4`;
    await site.ctx.storage.write(key, Readable.from([content]));
    await site.ctx.db
      .updateTable('videos')
      .set({ mp4_key: key, media_rev: 'aaaaaaaaaaaa' })
      .where('id', '=', video)
      .execute();
    site.ctx.cache.drop('videos');
    path = `/media/${key}`;
  });

  const ranges: [range: string, status: number, body: string][] = [
    ['bytes=0-3', 206, '0123'],
    ['bytes=-3', 206, '789'],
    ['bytes=7-', 206, '789'],
    ['bytes=5-99', 206, '56789'],
    ['bytes=10-', 416, ''],
    ['bytes=99999999999999999999-', 416, ''],
    ['bytes=-0', 416, ''],
    ['bytes=5-2', 200, '0123456789'],
    ['bytes=a-b', 200, '0123456789'],
    ['bytes=', 200, '0123456789'],
    ['bytes=-', 200, '0123456789'],
    ['lines=1-2', 200, '0123456789'],
    ['bytes=0-1,3-4', 200, '0123456789'],
    [`bytes=${'0-1,'.repeat(2_000)}0-1`, 200, '0123456789'],
    ['bytes=1.5-2', 200, '0123456789'],
    ['bytes=-99', 206, '0123456789'],
  ];
  it.each(ranges)('%.30s', async (range, status, body) => {
    const answer = await sendRaw(site.url, [get(path, `Range: ${range}\r\n`)]);
    expect(answer).toMatchObject({ status, body });
    if (status === 416) expect(answer.headers['content-range']).toBe('bytes */10');
  });

  it.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '....//etc/passwd',
    '%00',
    'video.mp4%00.jpg',
    '..\\..\\x',
    'a'.repeat(5_000),
  ])('/media/%.40s is not served', async (tail) => {
    expectClearError(
      await sendRaw(site.url, [get(`/media/videos/${video}/aaaaaaaaaaaa/${tail}`)]),
      [400, 404, 414],
    );
  });
});
