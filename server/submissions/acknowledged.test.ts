import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { submissions } from '#contract/submissions/submissions.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { upload } from '#server/testing/uploads.ts';
import { bodyOf } from '#server/testing/client.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

let site: TestSite;
let dir: string;
let videoFile: string;
let bytes: Buffer;
let person: TestPerson;
let undo: (() => void)[] = [];
beforeAll(async () => {
  // without a worker: what is stored here came from uploads alone
  site = await startTestSite({ RATE_LIMIT: 'off', ROLES: 'web' });
  dir = await mkdtemp(join(tmpdir(), 'lll-clips-'));
  videoFile = await makeVideo(dir, 'clip.mp4', { seconds: 1 });
  bytes = await readFile(videoFile);
});
afterEach(() => {
  for (const each of undo) each();
  undo = [];
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const storedFiles = async (folder: string) =>
  (
    await readdir(join(site.ctx.settings.DATA_DIR, 'media', folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;

async function begin(): Promise<string> {
  const created = await person.fetch(RESUMABLE_PATH, {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(bytes.length),
      'upload-metadata': `title ${btoa('Piecewise')},category ${btoa('Beauty')}`,
    },
  });
  return created.headers.get('location') ?? '';
}
const append = (at: string, from = 0, to = bytes.length) =>
  person.fetch(at, {
    method: 'PATCH',
    headers: { ...BYTES, 'upload-offset': String(from) },
    body: new Uint8Array(bytes.subarray(from, to)),
  });
const mine = () => person.call(submissions.mine);
const originalOf = async (id: number) => {
  const row = await site.ctx.db
    .selectFrom('videos')
    .where('id', '=', id)
    .select('original_key')
    .executeTakeFirstOrThrow();
  return readFile(join(site.ctx.settings.DATA_DIR, 'media', row.original_key ?? ''));
};

/** From now on storage refuses to remove anything. */
function breakRemoving(): void {
  const remove = site.ctx.storage.remove.bind(site.ctx.storage);
  undo.push(() => (site.ctx.storage.remove = remove));
  site.ctx.storage.remove = async (key) => {
    if (key.startsWith('uploads/')) throw new Error('the store has a fault');
    return remove(key);
  };
}

/** The next transactions that create a video are committed, but their caller gets an error. */
function loseCommits(): void {
  const { db } = site.ctx;
  const transaction = db.transaction.bind(db);
  undo.push(() => (db.transaction = transaction));
  const count = async () =>
    Number(
      (
        await db
          .selectFrom('videos')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  db.transaction = () => {
    const started = transaction();
    const execute = started.execute.bind(started);
    started.execute = async (work) => {
      const before = await count();
      const result = await execute(work);
      if ((await count()) > before) throw new Error('Connection terminated unexpectedly');
      return result;
    };
    return started;
  };
}

describe('a received file stays', () => {
  test('when its pieces cannot be removed afterwards', async () => {
    person = await site.signUp('CONTENT_CREATOR');
    const at = await begin();
    breakRemoving();
    const done = await append(at);
    expect(done.status).toBe(204);
    expect((await originalOf(Number(done.headers.get('submission-id')))).equals(bytes)).toBe(true);
  });

  test.each(['resumable', 'form'])('when the response to the commit is lost (%s)', async (protocol) => {
    person = await site.signUp('CONTENT_CREATOR');
    const at = await begin();
    loseCommits();
    const answer = protocol === 'form' ? await upload(person.fetch, videoFile) : await append(at);
    expect(answer.status).toBe(protocol === 'form' ? 201 : 204);
    const [submission, ...others] = await mine();
    expect(others).toEqual([]);
    expect((await originalOf(submission?.id ?? 0)).equals(bytes)).toBe(true);
  });
});

describe('an upload in progress when its owner', () => {
  const takeAway = {
    'is suspended': { suspended_at: new Date(), suspend_reason: '"spam"' },
    'is no creator any more': { role: 'LOGIN_USER' },
  } as const;
  test.each(Object.entries(takeAway))(
    '%s is rejected at its end and leaves nothing behind',
    async (_how, change) => {
      person = await site.signUp('CONTENT_CREATOR');
      const take = () => site.ctx.db.updateTable('users').set(change).where('id', '=', person.id).execute();
      const files = [await storedFiles('originals'), await storedFiles('uploads')];
      const write = site.ctx.storage.write.bind(site.ctx.storage);
      undo.push(() => (site.ctx.storage.write = write));
      // while the last of it is being stored
      site.ctx.storage.write = async (key, source) => {
        const stored = await write(key, source);
        await take();
        return stored;
      };
      const at = await begin();
      const answer = await append(at);
      expect([answer.status, (await bodyOf(answer, z.object({ error: z.string() }))).error]).toEqual([
        403,
        'This account can no longer upload videos.',
      ]);
      site.ctx.storage.write = write;
      await site.ctx.db
        .updateTable('users')
        .set({ suspended_at: null, suspend_reason: null, role: 'CONTENT_CREATOR' })
        .where('id', '=', person.id)
        .execute();

      const head = `--xx\r\ncontent-disposition: form-data; name="title"\r\n\r\nLate\r\n--xx\r\ncontent-disposition: form-data; name="category"\r\n\r\nBeauty\r\n--xx\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
      const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--xx--\r\n')]);
      const sending = httpRequest(`${site.url}/api/submissions/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'multipart/form-data; boundary=xx',
          'content-length': body.length,
        },
      });
      sending.write(body.subarray(0, body.length / 2));
      const waiting = () =>
        site.ctx.db.selectFrom('uploads').where('user_id', '=', person.id).select('id').execute();
      await expect.poll(waiting).toHaveLength(1);
      await take();
      sending.end(body.subarray(body.length / 2));
      const [late] = (await once(sending, 'response')) as [{ statusCode: number; resume(): void }];
      late.resume();
      expect(late.statusCode).toBe(403);
      expect(await waiting()).toEqual([]);
      expect([await storedFiles('originals'), await storedFiles('uploads')]).toEqual(files);
    },
  );
});
