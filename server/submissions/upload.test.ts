import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Submission } from '#contract/submissions/submissions.ts';
import { makeVideo, makeHostileFiles, makePhoneVideo, makeTruncated } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { SOAK, soakTest, takeSample } from '#server/testing/soak.ts';
import { submitVideo, runJobStep, untilProcessed, upload } from '#server/testing/uploads.ts';
import { bodyOf } from '#server/testing/client.ts';
import { encodeLadder } from './submissions.jobs.ts';

let site: TestSite;
let creator: TestPerson;
let dir: string;
let videoFile: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' }, { without: [encodeLadder] });
  creator = await site.signUp('CONTENT_CREATOR');
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoFile = await makeVideo(dir, 'clip.mp4', { seconds: 1 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Files that came in; what jobs make of them comes when it comes. */
const stored = async () =>
  (await readdir(join(site.ctx.settings.DATA_DIR, 'media'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('media/videos'),
  ).length;
const waiting = async () => {
  const open = site.ctx.db.selectFrom('uploads').where('video_id', 'is', null);
  const { n } = await open.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow();
  return Number(n);
};

/** Sends a multipart body piece by piece; returns the response, or null when the connection broke first. */
function sendSlowly(
  pieces: Iterable<Buffer>,
  { stopAfter = Number.POSITIVE_INFINITY } = {},
): Promise<{ status: number; text: string; sent: number } | null> {
  return new Promise((resolve) => {
    let sent = 0;
    const sending = httpRequest(
      `${site.url}/api/submissions/upload`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${creator.token}`,
          'content-type': 'multipart/form-data; boundary=xx',
        },
      },
      async (answer) => {
        const at = sent;
        let text = '';
        for await (const part of answer) text += String(part);
        sending.destroy();
        resolve({ status: answer.statusCode ?? 0, text, sent: at });
      },
    );
    sending.on('error', () => resolve(null));
    const closed = new AbortController();
    sending.on('close', () => closed.abort());
    void (async () => {
      for (const piece of pieces) {
        if (sending.destroyed) return;
        if (sent >= stopAfter) return sending.destroy();
        sent += piece.length;
        if (!sending.write(piece)) await once(sending, 'drain', { signal: closed.signal }).catch(() => {});
      }
      sending.end();
    })();
  });
}

const HEAD = Buffer.from(
  '--xx\r\ncontent-disposition: form-data; name="title"\r\n\r\nLong one\r\n--xx\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n',
);

function* endless(start: Buffer, mebibytes: number) {
  yield HEAD;
  yield start;
  const filler = randomBytes(1 << 20);
  for (let i = 0; i < mebibytes; i++) yield filler;
}

describe('callers without permission', () => {
  test('get an error in plain text', async () => {
    const person = await site.signUp('LOGIN_USER');
    for (const [fetch, status] of [
      [site.fetch, 401],
      [person.fetch, 403],
    ] as const) {
      const answer = await upload(fetch, videoFile);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/plain; charset=utf-8',
      ]);
      expect(await answer.text()).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('rejected uploads', () => {
  test.each([
    ['no title', { title: '  ' }, 400, /title/],
    ['an invisible title', { title: '\u200B\u3164'.repeat(50) }, 400, /title/],
    ['a NUL in the title', { title: 'a\0b' }, 400, /can't be stored/],
    ['a NUL in the description', { description: 'a\0b' }, 400, /can't be stored/],
    ['a title of a megabyte', { title: 'a'.repeat(900_000) }, 413, /title/],
    ['a NUL in a place', { location: '{"name":"a\\u0000b"}' }, 400, /can't be stored/],
    ['a category there is not', { category: 'Cats' }, 400, /category/],
    ['no category', { category: '' }, 400, /category/],
    ['a location that is not JSON', { location: '{' }, 400, /location/],
    ['half a location', { location: '{"latitude":1}' }, 400, /both/],
    ['a latitude off the globe', { location: '{"latitude":91,"longitude":0}' }, 400, /latitude/],
    [
      'a thumbnail that is no picture',
      { thumbnail: new Blob(['<svg/>'], { type: 'image/jpeg' }) },
      415,
      /picture/,
    ],
    [
      'a thumbnail that is broken',
      { thumbnail: new Blob([new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])], { type: 'image/jpeg' }) },
      415,
      /picture/,
    ],
    ["an item that is not one's own", { submissionId: '999999' }, 409, /your own/],
  ])('%s', async (_what, fields, status, sentence) => {
    const before = await stored();
    const answer = await upload(creator.fetch, videoFile, fields);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'text/plain; charset=utf-8',
    ]);
    expect(await answer.text()).toMatch(sentence);
    expect(await stored()).toBe(before);
    expect(await waiting()).toBe(0);
  });

  test('a form without a file, and a body that is not a form', async () => {
    const form = new FormData();
    form.append('title', 'x');
    expect((await creator.fetch('/api/submissions/upload', { method: 'POST', body: form })).status).toBe(400);
    expect((await creator.fetch('/api/submissions/upload', { json: {} })).status).toBe(415);
    const broken = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body: 'nonsense',
    };
    expect((await creator.fetch('/api/submissions/upload', broken)).status).toBe(400);
    expect(
      (
        await creator.fetch('/api/submissions/upload', {
          ...broken,
          headers: { 'content-type': 'multipart/form-data' },
        })
      ).status,
    ).toBe(400);
  });

  test('files posing as videos, at once or by the check, each with its reason', async () => {
    const files = [
      ...(await makeHostileFiles(dir)),
      { name: 'cut short', path: await makeTruncated(dir), reason: /incomplete|damaged/ },
    ];
    expect(files.length).toBeGreaterThanOrEqual(15);
    for (const { name, path, reason } of takeSample(files, 3)) {
      const answer = await upload(creator.fetch, path);
      if (answer.status !== 201) {
        expect(answer.status, name).toBe(415);
        expect(await answer.text(), name).toMatch(reason);
        continue;
      }
      const rejected = await untilProcessed(creator.fetch, (await bodyOf(answer, Submission)).id);
      expect(rejected, name).toMatchObject({
        processing: 'FAILED',
        submissionStatus: {
          state: 'REJECTED',
          reason: expect.stringMatching(reason),
          advice: expect.any(String),
        },
      });
    }
    // none of them holds up an honest one
    expect(await untilProcessed(creator.fetch, (await submitVideo(creator, videoFile)).id)).toMatchObject({
      processing: 'READY',
    });
  });

  soakTest('more than 300 MB, as soon as it is more', async () => {
    const start = (await readFile(videoFile)).subarray(0, 8192);
    const answer = await sendSlowly(endless(start, 2000));
    expect(answer).toMatchObject({
      status: 413,
      text: 'Video must be under 300MB. Try recording at 720p or shorter clips!',
    });
    expect(answer?.sent).toBeLessThan(340 * 1024 * 1024);
    await expect.poll(waiting).toBe(0);
  });

  test('a declared length over the limit, before anything is sent', async () => {
    const status = await new Promise((resolve) => {
      const sending = httpRequest(
        `${site.url}/api/submissions/upload`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${creator.token}`,
            'content-type': 'multipart/form-data; boundary=xx',
            'content-length': String(400 * 1024 * 1024),
          },
        },
        (answer) => {
          resolve(answer.statusCode);
          sending.destroy();
        },
      );
      sending.on('error', () => {});
      sending.flushHeaders();
    });
    expect(status).toBe(413);
  });
});

test('a client that disconnects leaves nothing behind', async () => {
  await expect.poll(waiting).toBe(0);
  const before = await stored();
  const start = (await readFile(videoFile)).subarray(0, 8192);
  expect(await sendSlowly(endless(start, 100), { stopAfter: 20 << 20 })).toBeNull();
  await expect.poll(async () => [await waiting(), await stored()]).toEqual([0, before]);
});

test('a thumbnail sent with the video becomes its thumbnail', async () => {
  const { default: sharp } = await import('sharp');
  const orange = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#ff8800' } })
    .jpeg()
    .toBuffer();
  const processed = await untilProcessed(
    creator.fetch,
    (
      await submitVideo(creator, videoFile, {
        thumbnail: new Blob([new Uint8Array(orange)], { type: 'image/jpeg' }),
      })
    ).id,
  );
  const shown = Buffer.from(await (await site.fetch(processed.thumbnail ?? '')).arrayBuffer());
  const { dominant } = await sharp(shown).stats();
  expect([dominant.r > 200, dominant.b < 60]).toEqual([true, true]);
  expect(
    (await site.fetch((processed.thumbnail ?? '').replace('640.jpg', '320.avif'))).headers.get(
      'content-type',
    ),
  ).toBe('image/avif');
});

test('hostile files posing as a thumbnail are rejected, each with a message', async () => {
  const { default: sharp } = await import('sharp');
  const { data: noise } = await sharp(randomBytes(300 * 300 * 3), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  // as long to make as all the others to reject; in `npm test` profiles get one (server/accounts/profile/settings.test.ts)
  const makeBomb = () =>
    sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: '#f80' } })
      .png()
      .toBuffer();
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
  const files: [name: string, bytes: string | Buffer, status: number, sentence: RegExp][] = [
    ['a drawing with an XML head', `<?xml version="1.0"?>${SVG}`, 415, /can't use this picture/],
    ['a page', '<!doctype html><script>alert(1)</script>', 415, /can't use this picture/],
    ['a script that begins as a GIF', 'GIF89a/*' + '*/=1;alert(1)//'.padEnd(200), 415, /damaged/],
    ['a PNG cut short', noise.subarray(0, noise.length / 2), 415, /damaged/],
    [
      'a JPEG head before noise',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(9000)]),
      415,
      /damaged/,
    ],
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(900)]), 415, /can't use this picture/],
    ['a video', await readFile(videoFile), 415, /can't use this picture/],
    ['a PDF', '%PDF-1.7\n', 415, /can't use this picture/],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 413, /under 5MB/],
  ];
  if (SOAK) files.push(['225 million pixels', await makeBomb(), 415, /40 million/]);
  const before = await stored();
  for (const [name, bytes, status, sentence] of files) {
    const thumbnail = new Blob([new Uint8Array(Buffer.from(bytes as Buffer))], { type: 'image/jpeg' });
    const answer = await upload(creator.fetch, videoFile, { thumbnail });
    expect([answer.status, await answer.text()], name).toEqual([status, expect.stringMatching(sentence)]);
  }
  expect(await stored()).toBe(before);
  expect(await waiting()).toBe(0);
});

soakTest(
  'nothing of where it was filmed, and nothing hidden behind a picture, reaches a served file',
  async () => {
    const { default: sharp } = await import('sharp');
    const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#08f' } })
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const thumbnail = Buffer.concat([picture, Buffer.from('PK<script>alert("hidden")</script>')]);
    const phone = await makePhoneVideo(dir, 'phone.mov', { seconds: 1, width: 480, height: 400 });
    expect((await readFile(phone)).includes('+48.8584')).toBe(true);
    expect((await sharp(picture).metadata()).exif).toBeDefined();
    const { id } = await submitVideo(creator, phone, {
      thumbnail: new Blob([new Uint8Array(thumbnail)], { type: 'image/jpeg' }),
    });
    await untilProcessed(creator.fetch, id);
    await runJobStep(site.ctx, encodeLadder, id);
    const folder = join(site.ctx.settings.DATA_DIR, 'media/videos', String(id));
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    );
    expect(names.length).toBeGreaterThan(8);
    for (const { parentPath, name } of names) {
      const bytes = await readFile(join(parentPath, name));
      for (const trace of ['48.8584', 'ISO6709', 'Phone', 'hidden', '<script'])
        expect(bytes.includes(trace), `${name} holds ${trace}`).toBe(false);
      if (/\.(jpg|webp|avif)$/.test(name)) expect((await sharp(bytes).metadata()).exif, name).toBeUndefined();
    }
  },
);

soakTest('memory stays flat however large the file', async () => {
  const start = (await readFile(videoFile)).subarray(0, 8192);
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  await sendSlowly(endless(start, 280));
  clearInterval(timer);
  expect((peak - before) / 1048576).toBeLessThan(160);
});
