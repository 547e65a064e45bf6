import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestSite, type TestPerson, type TestSite } from '#server/testing/site.ts';
import { addVideo } from '#server/testing/videos.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';
import { addImported } from './imports.actions.ts';
import { removeFiles } from './removals.jobs.ts';

let site: TestSite;
let admins: [TestPerson, TestPerson];
beforeAll(async () => {
  site = await startTestSite({ ROLES: 'web' });
  admins = [await site.signUp('GLOBAL_ADMIN'), await site.signUp('GLOBAL_ADMIN')];
});

const find = (id: number) =>
  site.ctx.db.selectFrom('videos').where('id', '=', id).selectAll().executeTakeFirst();

describe('two admins acting on one video at once', () => {
  const ACTS = {
    approve: (id: number, kind: Kind) => ['POST', `${REVIEW[kind]}/${id}/approve`],
    reject: (id: number, kind: Kind) => ['POST', `${REVIEW[kind]}/${id}/reject`],
    unapprove: (id: number, kind: Kind) => ['POST', `${REVIEW[kind]}/${id}/unapprove`],
    feature: (id: number) => ['POST', `/api/admin/featured-trending/featured/${id}`, { featured: true }],
    archive: (id: number) => ['POST', `/api/admin/videos/${id}/soft-delete`, { reason: 'At once' }],
    restore: (id: number) => ['POST', `/api/admin/archive/${id}/restore`],
    remove: (id: number) => ['POST', `/api/admin/videos/${id}/hard-delete`],
    'remove archived': (id: number) => ['DELETE', `/api/admin/archive/${id}`],
  } satisfies Record<string, (id: number, kind: Kind) => [string, string, unknown?] | string[]>;
  type Act = keyof typeof ACTS;
  type Kind = 'UPLOAD' | 'IMPORT';
  const REVIEW = { UPLOAD: '/api/submissions', IMPORT: '/api/admin/imported-videos' };

  const act = async (admin: TestPerson, name: Act, id: number, kind: Kind): Promise<number> => {
    const [method = '', path = '', json] = ACTS[name](id, kind) as [string, string, unknown?];
    return (await admin.fetch(path, { method, ...(json === undefined ? {} : { json }) })).status;
  };

  const PENDING = { status: 'PENDING' };
  const ARCHIVED = { status: 'APPROVED', archived_at: new Date() };
  const pairs: [Act, Act, object][] = [
    ['approve', 'approve', PENDING],
    ['approve', 'reject', PENDING],
    ['reject', 'reject', PENDING],
    ['approve', 'archive', PENDING],
    ['reject', 'archive', PENDING],
    ['approve', 'remove', PENDING],
    ['reject', 'remove', PENDING],
    ['unapprove', 'feature', {}],
    ['unapprove', 'archive', {}],
    ['feature', 'archive', {}],
    ['feature', 'remove', {}],
    ['archive', 'archive', {}],
    ['archive', 'restore', {}],
    ['archive', 'remove', {}],
    ['remove', 'remove', {}],
    ['restore', 'restore', ARCHIVED],
    ['restore', 'remove', ARCHIVED],
    ['restore', 'remove archived', ARCHIVED],
    ['remove archived', 'remove archived', ARCHIVED],
  ];

  test.each(pairs.flatMap((pair) => [['UPLOAD', ...pair] as const, ['IMPORT', ...pair] as const]))(
    '%s: %s and %s',
    async (kind, first, second, state) => {
      const id = await addVideo(site.ctx, {
        origin: kind,
        ...(kind === 'IMPORT' && { source: 'YOUTUBE', source_id: crypto.randomUUID().slice(0, 11) }),
        ...state,
      });
      const statuses = await Promise.all([act(admins[0], first, id, kind), act(admins[1], second, id, kind)]);
      // each succeeded, was too late (409), or found it deleted (404); at least one succeeded
      for (const status of statuses) expect([200, 404, 409]).toContain(status);
      expect(statuses).toContain(200);
      if (first === second) expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const row = await find(id);
      const removed = statuses.some(
        (status, at) => status === 200 && [first, second][at]?.startsWith('remove'),
      );
      expect(row === undefined).toBe(removed);
      if (removed) {
        const removals = await site.ctx.db.selectFrom('file_removals').select('prefixes').execute();
        expect(removals.filter(({ prefixes }) => prefixes.includes(`videos/${id}`))).toHaveLength(1);
      }
      if (!row) return;
      if (row.is_featured) expect(row).toMatchObject({ status: 'APPROVED', archived_at: null });
      expect(row.is_public).toBe(row.status === 'APPROVED' && row.archived_at === null);
      expect(row.status === 'APPROVED' ? row.approved_at : expect.anything()).not.toBeNull();
      const log = await site.ctx.db
        .selectFrom('audit_log')
        .where('subject_type', '=', 'video')
        .where('subject_id', '=', String(id))
        .select('id')
        .execute();
      expect(log).toHaveLength(statuses.filter((status) => status === 200).length);
    },
  );
});

describe('paging long lists by cursor', () => {
  const all = async <Body>(
    schema: z.ZodType<Body>,
    path: string,
    itemsOf: (body: Body) => { id: number | string }[],
  ) => {
    const ids: (number | string)[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const answer = await admins[0].fetch(`${path}${cursor && `&cursor=${cursor}`}`);
      expect(answer.status).toBe(200);
      ids.push(...itemsOf(await bodyOf(answer, schema)).map(({ id }) => id));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect(new Set(ids).size).toBe(ids.length);
    return { ids, pages };
  };

  test('returns imports of a category, recent imports, both archive groups and located videos, each exactly once', async () => {
    await site.ctx.db.deleteFrom('videos').execute();
    const at = new Date();
    for (let n = 0; n < 205; n++) {
      const video = { origin: 'IMPORT', source: 'YOUTUBE', created_at: at, category: 'Beauty' } as const;
      await addVideo(site.ctx, { ...video, source_id: `long-${n}` });
    }
    for (let n = 0; n < 65; n++) {
      await addVideo(site.ctx, { archived_at: at });
      await addVideo(site.ctx, { archived_at: at, origin: 'IMPORT', category: 'Business' });
      await addVideo(site.ctx, n < 63 ? { latitude: n, longitude: 2, created_at: at } : {});
    }
    const group = (name: 'user' | 'external') =>
      all(
        z.record(z.string(), WithId.array()),
        `/api/admin/archive?group=${name}`,
        (body) => body[name] ?? [],
      );
    const imported = await all(
      z.object({ Beauty: WithId.array() }),
      '/api/admin/imported-videos?category=Beauty',
      (body) => body.Beauty,
    );
    expect(imported).toMatchObject({ pages: 4, ids: { length: 205 } });
    const recent = await all(WithId.array(), '/api/admin/featured-trending/recent-imports?', (body) => body);
    expect(recent).toMatchObject({ pages: 2, ids: { length: 270 } });
    expect(await group('user')).toMatchObject({ pages: 2, ids: { length: 65 } });
    expect(await group('external')).toMatchObject({ pages: 2, ids: { length: 65 } });
    const located = await all(WithId.array(), '/api/submissions?located=true&limit=40', (body) => body);
    expect(located).toMatchObject({ pages: 2, ids: { length: 63 } });
    expect((await admins[0].fetch('/api/submissions?located=maybe')).status).toBe(400);
  });
});

test('the files of a deleted video are eventually removed, however often storage fails halfway', async () => {
  const { storage, db, jobs } = site.ctx;
  const id = await addVideo(site.ctx, { mp4_key: 'videos/elsewhere/video.mp4' });
  const inFolder = [`videos/${id}/aa/poster.webp`, `videos/${id}/aa/hls/1.m4s`];
  for (const key of [...inFolder, 'videos/elsewhere/video.mp4'])
    await storage.write(key, Readable.from(['x']));
  const { remove, removePrefix } = storage;
  const away = () => Promise.reject(new Error('The disk is away.'));
  Object.assign(storage, { removePrefix: away, remove: away });
  await admins[0].fetch(`/api/admin/videos/${id}/hard-delete`, { method: 'POST' });
  expect((await admins[0].fetch(`/api/videos/${id}`)).status).toBe(404);
  const left = async () => {
    const keys = [...inFolder, 'videos/elsewhere/video.mp4'];
    const found = await Promise.all(keys.map((key) => storage.stat(key)));
    return found.filter((file) => file !== null).length;
  };
  const { id: removal } = await db
    .selectFrom('file_removals')
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  const run = () =>
    removeFiles.run(site.ctx, { removal }, { id: 'test', signal: new AbortController().signal });
  await expect(run()).rejects.toThrow('The disk is away.');
  expect(await left()).toBe(3);
  // the folder is removed, then storage fails again
  Object.assign(storage, { removePrefix, remove: () => Promise.reject(new Error('Away again.')) });
  await expect(run()).rejects.toThrow('Away again.');
  expect(await left()).toBe(1);
  storage.remove = remove;
  await run();
  expect(await left()).toBe(0);
  await run();
  expect(await db.selectFrom('file_removals').where('id', '=', removal).execute()).toEqual([]);
  const [queued] = await jobs.boss.fetch('remove-files', { batchSize: 100 });
  expect(queued).toBeDefined();
});

test('an import that fails halfway leaves nothing of its page', async () => {
  const rows = () => site.ctx.db.selectFrom('videos').selectAll().orderBy('id').execute();
  const before = await rows();
  let sent = 0;
  const jobs = {
    ...site.ctx.jobs,
    send: () => (++sent === 3 ? Promise.reject(new Error('gone')) : Promise.resolve(null)),
  };
  const plain = { platform: 'YOUTUBE' as const, url: 'https://www.youtube.com/', durationSec: 1 };
  const untold = {
    description: null,
    creator: null,
    thumbnail: 'https://i.ytimg.com/x',
    views: null,
    likes: null,
  };
  const found = ['one', 'two', 'three', 'four'].map((id) =>
    Object.assign({ id: `half-${id}`, title: id }, plain, untold),
  );
  const adding = addImported({ db: site.ctx.db, jobs }, null, 'Beauty', found);
  await expect(adding).rejects.toThrow('gone');
  expect(await rows()).toEqual(before);
});
