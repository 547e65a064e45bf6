import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { site as siteApi } from '#contract/site/site.ts';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { submissions, Submission } from '#contract/submissions/submissions.ts';
import { StorageFull } from '#server/adapters/storage/storage.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type Fetch, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { submitVideo, untilProcessed, upload } from '#server/testing/uploads.ts';
import { bodyOf } from '#server/testing/client.ts';
import { soakTest } from '#server/testing/soak.ts';

let site: TestSite;
let dir: string;
let videoFile: string;
let bytes: Buffer;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT: 'off' });
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoFile = await makeVideo(dir, 'clip.mp4', { seconds: 1 });
  bytes = await readFile(videoFile);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const storedFiles = async (folder: string) =>
  (
    await readdir(join(site.ctx.settings.DATA_DIR, 'media', folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;
const mine = async ({ fetch }: TestPerson) =>
  await bodyOf(fetch('/api/submissions/mine'), Submission.array());
const unfinished = async ({ id }: TestPerson) => {
  const uploads = site.ctx.db.selectFrom('uploads').where('user_id', '=', id).where('video_id', 'is', null);
  return (await uploads.select('id').execute()).length;
};

describe('an upload with an idempotency key', () => {
  const keyed =
    (person: TestPerson, key: string): Fetch =>
    (path, init) =>
      person.fetch(path, { ...init, headers: { 'idempotency-key': key } });

  /** Starts a form by hand; `end` sends the rest. */
  function begin(person: TestPerson, key: string) {
    const head = Buffer.from(
      '--xx\r\ncontent-disposition: form-data; name="title"\r\n\r\nBy hand\r\n--xx\r\ncontent-disposition: form-data; name="category"\r\n\r\nBeauty\r\n--xx\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n',
    );
    const tail = Buffer.from('\r\n--xx--\r\n');
    const sending = httpRequest(`${site.url}/api/submissions/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'idempotency-key': key,
        'content-type': 'multipart/form-data; boundary=xx',
        'content-length': head.length + bytes.length + tail.length,
      },
    });
    sending.on('error', () => {});
    const half = Math.floor(bytes.length / 2);
    sending.write(Buffer.concat([head, bytes.subarray(0, half)]));
    return { sending, end: () => sending.end(Buffer.concat([bytes.subarray(half), tail])) };
  }

  test('is one item however often it is sent', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const send = keyed(person, 'first-of-all');
    const first = await upload(send, videoFile);
    const submission = await bodyOf(first, Submission);
    await untilProcessed(person.fetch, submission.id);
    const files = await storedFiles('originals');
    const again = await upload(send, videoFile);
    expect([again.status, await again.json()]).toMatchObject([
      201,
      { id: submission.id, title: submission.title },
    ]);
    expect(await storedFiles('originals')).toBe(files);
    expect((await mine(person)).map(({ id }) => id)).toEqual([submission.id]);

    // per person: neither another key nor another person gets that item
    const other = await site.signUp('CONTENT_CREATOR');
    expect((await upload(keyed(person, 'second-of-all'), videoFile)).status).toBe(201);
    expect((await upload(keyed(other, 'first-of-all'), videoFile)).status).toBe(201);
    expect([(await mine(person)).length, (await mine(other)).length]).toEqual([2, 1]);
  });

  test('whose response was lost gets that response when it is sent again', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const { sending, end } = begin(person, 'lost-answer');
    end();
    await once(sending, 'finish');
    // disconnected before the response, with everything sent
    await expect.poll(async () => (await mine(person)).length).toBe(1);
    sending.destroy();
    const again = await upload(keyed(person, 'lost-answer'), videoFile);
    expect([again.status, await again.json()]).toMatchObject([201, { title: 'By hand' }]);
    expect(await mine(person)).toHaveLength(1);
  });

  test('gives way to the next try while it hangs, and leaves nothing behind', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const before = await storedFiles('originals');
    const { sending, end } = begin(person, 'hangs-on');
    await expect.poll(() => unfinished(person)).toBe(1);
    const again = await upload(keyed(person, 'hangs-on'), videoFile);
    expect(again.status).toBe(201);
    end();
    const [late] = (await once(sending, 'response')) as [{ statusCode: number; resume(): void }];
    late.resume();
    expect(late.statusCode).toBe(409);
    expect(await mine(person)).toHaveLength(1);
    expect(await unfinished(person)).toBe(0);
    await expect.poll(() => storedFiles('originals')).toBe(before + 1);
  });

  soakTest('is one item also when five tries come at once', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => upload(keyed(person, 'five-at-once'), videoFile)),
    );
    const [item, ...others] = await mine(person);
    expect(others).toEqual([]);
    for (const answer of answers) {
      expect([201, 409]).toContain(answer.status);
      if (answer.status === 201) expect(await answer.json()).toMatchObject({ id: item?.id });
    }
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect(await unfinished(person)).toBe(0);
  });

  test('needs a valid key', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    for (const key of ['short', 'with spaces in it', 'x'.repeat(101)]) {
      const answer = await upload(keyed(person, key), videoFile);
      expect([answer.status, await answer.text()], key).toEqual([
        400,
        'The header Idempotency-Key must be 8 to 100 letters, digits, _ or -.',
      ]);
    }
  });
});

describe('without free space', () => {
  const SENTENCE = "There's no space for more videos right now. Please try again later.";
  const TUS = { 'tus-resumable': '1.0.0' };
  const create = (person: TestPerson) =>
    person.fetch(RESUMABLE_PATH, {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(bytes.length),
        'upload-metadata': `title ${btoa('Room')},category ${btoa('Beauty')}`,
      },
    });
  const append = (person: TestPerson, at: string) =>
    person.fetch(at, {
      method: 'PATCH',
      headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: new Uint8Array(bytes),
    });

  test('an upload is rejected before it begins, on either route, with a message; and health reports it', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const started = (await create(person)).headers.get('location') ?? '';
    const freeBytes = site.ctx.storage.freeBytes.bind(site.ctx.storage);
    const before = await storedFiles('originals');
    try {
      site.ctx.storage.freeBytes = async () => 1024 ** 3 + 1000;
      const whole = await upload(person.fetch, videoFile);
      expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
        507,
        'text/plain; charset=utf-8',
        SENTENCE,
      ]);
      const refused = await create(person);
      expect([refused.status, await refused.text()]).toEqual([507, SENTENCE]);
      const stopped = await append(person, started);
      const full = { error: SENTENCE, code: 'NO_ROOM' };
      expect([stopped.status, await stopped.json()]).toEqual([507, full]);
      const admin = await site.signUp('GLOBAL_ADMIN');
      expect(await admin.call(siteApi.health)).toMatchObject({ storage: { ok: true } });
      site.ctx.storage.freeBytes = async () => 1000;
      expect(await admin.call(siteApi.health)).toMatchObject({
        status: 'degraded',
        storage: { ok: false },
      });
    } finally {
      site.ctx.storage.freeBytes = freeBytes;
    }
    expect([await mine(person), await storedFiles('originals')]).toEqual([[], before]);
    expect((await append(person, started)).status).toBe(204);
  });

  test('a disk that fills up during an upload is reported the same way, and nothing stays', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const started = (await create(person)).headers.get('location') ?? '';
    const write = site.ctx.storage.write.bind(site.ctx.storage);
    const before = await storedFiles('originals');
    try {
      site.ctx.storage.write = async (_key, source) => {
        for await (const chunk of source) if (chunk.length > 0) throw new StorageFull('The disk is full.');
        throw new Error('nothing came');
      };
      const whole = await upload(person.fetch, videoFile);
      expect([whole.status, await whole.text()]).toEqual([507, SENTENCE]);
      expect((await append(person, started)).status).toBe(507);
    } finally {
      site.ctx.storage.write = write;
    }
    expect([await mine(person), await storedFiles('originals')]).toEqual([[], before]);
  });
});

describe('withdrawing', () => {
  test("removes the creator's own item with its files, at any step before it is live", async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const admin = await site.signUp('GLOBAL_ADMIN');
    const other = await site.signUp('CONTENT_CREATOR');
    const originals = await storedFiles('originals');
    const submission = await submitVideo(person, videoFile, { title: 'A mistake' });
    const at = `/api/submissions/${submission.id}`;
    await untilProcessed(person.fetch, submission.id);
    expect((await other.fetch(at, { method: 'DELETE' })).status).toBe(404);
    expect((await admin.fetch(at, { method: 'DELETE' })).status).toBe(404);
    expect((await person.fetch(at, { method: 'DELETE' })).status).toBe(204);
    expect((await person.fetch(at, { method: 'DELETE' })).status).toBe(404);
    expect((await person.fetch(at)).status).toBe(404);
    expect(await mine(person)).toEqual([]);
    expect((await admin.call(submissions.list)).map(({ id }) => id)).not.toContain(submission.id);
    await expect.poll(() => storedFiles(`videos/${submission.id}`), { timeout: 20_000 }).toBe(0);
    await expect.poll(() => storedFiles('originals'), { timeout: 20_000 }).toBe(originals);
    const log = await site.ctx.db
      .selectFrom('audit_log')
      .where('subject_id', '=', String(submission.id))
      .select(['action', 'actor_name', 'before'])
      .execute();
    expect(log).toEqual([
      {
        action: 'submission.withdraw',
        actor_name: person.username,
        before: { title: 'A mistake', status: 'PENDING' },
      },
    ]);
  });

  test('during processing leaves nothing of it behind', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const { id } = await submitVideo(person, videoFile);
    expect((await person.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status).toBe(204);
    const client = new pg.Client(site.connection);
    await client.connect();
    const atWork = async () =>
      (
        await client.query(
          `select from pgboss.job where name like 'video-%' and state < 'completed' and (data->>'videoId' = $1 or data->>'prefixes' like $2)`,
          [String(id), `%videos/${id}"%`],
        )
      ).rowCount;
    await expect.poll(atWork, { timeout: 20_000 }).toBe(0);
    await client.end();
    expect(await storedFiles(`videos/${id}`)).toBe(0);
  });

  soakTest('is rejected for what an admin archived, and takes a live one away', async () => {
    const person = await site.signUp('CONTENT_CREATOR');
    const admin = await site.signUp('GLOBAL_ADMIN');
    const { id } = await submitVideo(person, videoFile);
    await untilProcessed(person.fetch, id);
    const withdraw = async () => {
      const answer = await person.fetch(`/api/submissions/${id}`, { method: 'DELETE' });
      return [answer.status, await answer.text()];
    };
    const post = (path: string, json: object = {}) => admin.fetch(path, { json });
    expect((await post(`/api/submissions/${id}/approve`)).status).toBe(200);
    expect((await post(`/api/admin/videos/${id}/soft-delete`, { reason: 'x' })).status).toBe(200);
    expect(await withdraw()).toEqual([409, expect.stringContaining('archive')]);
    expect((await post(`/api/admin/videos/${id}/restore`)).status).toBe(200);
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(200);
    expect((await withdraw())[0]).toBe(204);
    expect((await site.fetch(`/api/videos/${id}`)).status).toBe(404);
  });
});
