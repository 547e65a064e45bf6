import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { RESUMABLE_PATH } from '#contract/submissions/resumable.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { makeVideo } from '#server/testing/video-files.ts';
import { openFolder, startEngines, type Engines } from '#server/testing/engines.ts';
import { startLoad, startNginx } from '#server/testing/nginx.ts';
import { killAll, PROJECT, spawnSite, type SiteProcess } from '#server/testing/process.ts';
import { fetchFrom, type Fetch } from '#server/testing/site.ts';
import { reportBar } from '#server/testing/soak.ts';
import { until, untilProcessed } from '#server/testing/uploads.ts';
import { bodyOf, WithToken } from '#server/testing/client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const TUS = { 'tus-resumable': '1.0.0' };
const ADMIN = { username: 'cluster-admin', password: 'correct horse battery' };
const STORE_AWAY_MS = 20_000;
const MAX_CONNECTIONS = 60;

let folder: string;
let engines: Engines;
let web: SiteProcess[];
let workers: SiteProcess[];
let nginx: Awaited<ReturnType<typeof startNginx>>;
let token: string;
let videoId: number;

// oxlint-disable-next-line no-console -- the figures that the run is made for
const log = (line: string) => console.info(line);
const start = (name: string, roles: string, port?: string) =>
  spawnSite({
    env: {
      ...engines.environment,
      NODE_ENV: 'test',
      ROLES: roles,
      LISTEN: 'ready',
      TRUST_PROXY: '1',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      DATA_DIR: path.join(folder, name),
      DATABASE_URL: engines.databaseUrl,
      DATABASE_DIRECT_URL: engines.directUrl,
      STORAGE_URL: engines.storageUrl,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_EMAIL: 'cluster@example.org',
      ADMIN_PASSWORD: ADMIN.password,
      ...(port && { PORT: port }),
    },
  });
const at = (index: number): SiteProcess => {
  const site = web[index];
  if (!site) throw new Error(`There is no web process ${index}.`);
  return site;
};
const on = (index: number, bearer = token): Fetch =>
  fetchFrom(at(index).url, bearer ? { authorization: `Bearer ${bearer}` } : {});
const logIn = async (url: string): Promise<string> => {
  const answer = await fetchFrom(url)('/api/auth/login', { json: ADMIN });
  return (await bodyOf(answer, WithToken)).token;
};
/** What every web process answers, once it is as wanted; at most a second where nothing else loads the machine. */
const everywhere = async (path: string, wanted: (body: string, status: number) => boolean) => {
  for (const index of [0, 1, 2])
    await expect
      .poll(async () => {
        const answer = await on(index, '')(path);
        return wanted(await answer.text(), answer.status);
      })
      .toBe(true);
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lll-engines-'));
  openFolder(folder);
  engines = await startEngines(folder);
  // at once, on an empty database
  web = await Promise.all(['web1', 'web2', 'web3'].map((name) => start(name, 'web')));
  workers = await Promise.all(['worker1', 'worker2'].map((name) => start(name, 'worker')));
  await Promise.all([...web, ...workers].map((site) => site.ready()));
  nginx = await startNginx([at(0).url, at(1).url, at(2).url], path.join(folder, 'none'));
  token = await logIn(at(0).url);
  const [added] = await runStatements({ connectionString: engines.directUrl }, [
    `insert into videos (origin, title, category, status, processing, approved_at)
     values ('UPLOAD', 'Video', 'Beauty', 'APPROVED', 'READY', now()) returning id`,
  ]);
  videoId = Number(added?.rows[0]?.['id']);
});
afterAll(async () => {
  await nginx?.stop();
  await killAll();
  await engines?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

test('signing in on one process signs in on all, and signing out signs out of all', async () => {
  const other = await logIn(at(0).url);
  for (const index of [0, 1, 2]) expect((await on(index, other)('/api/me')).status).toBe(200);
  expect((await on(1, other)('/api/auth/logout', { method: 'POST' })).status).toBeLessThan(300);
  for (const index of [0, 1, 2])
    await expect.poll(async () => (await on(index, other)('/api/me')).status).toBe(401);
});

test('likes, comments and archiving are visible on all processes', async () => {
  await everywhere(`/api/videos/${videoId}/comments`, (body) => !body.includes('From the first'));
  expect((await on(0)(`/api/videos/${videoId}/like`, { method: 'POST' })).status).toBe(200);
  await everywhere(`/api/videos/${videoId}`, (body) => /"likes":1\b/.test(body));
  await on(1)(`/api/videos/${videoId}/comments`, { json: { authorUsername: '', text: 'From the first' } });
  await everywhere(`/api/videos/${videoId}/comments`, (body) => body.includes('From the first'));
  expect((await on(2)(`/api/admin/videos/${videoId}/soft-delete`, { json: { reason: null } })).status).toBe(
    200,
  );
  await everywhere(`/api/videos/${videoId}`, (_body, status) => status === 404);
  expect((await on(0)(`/api/admin/videos/${videoId}/restore`, { method: 'POST' })).status).toBe(200);
  await everywhere(`/api/videos/${videoId}`, (_body, status) => status === 200);
});

test('an upload continues after its process is killed, and its encoding after the encoder is killed', async () => {
  const bytes = await readFile(await makeVideo(folder, 'clip.mp4', { seconds: 2, width: 320, height: 240 }));
  const half = Math.floor(bytes.length / 2);
  const started = await on(0)(RESUMABLE_PATH, {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(bytes.length),
      'upload-metadata': `title ${btoa('Killed')},category ${btoa('Beauty')}`,
    },
  });
  const path = new URL(started.headers.get('location') ?? '', at(0).url).pathname;
  const send = (index: number, from: number, to: number) =>
    on(index)(path, {
      method: 'PATCH',
      headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
      body: new Uint8Array(bytes.subarray(from, to)),
    });
  expect((await send(0, 0, half)).status).toBe(204);
  await at(0).end('SIGKILL');
  const rest = await send(1, half, bytes.length);
  expect(rest.status).toBe(204);
  const id = Number(rest.headers.get('submission-id'));
  await until(on(1), id, ({ processing }) => processing !== 'QUEUED', 'taken by an encoder');
  await workers[0]?.end('SIGKILL');
  expect(await untilProcessed(on(2), id)).toMatchObject({ processing: 'READY' });
  web[0] = await start('web1', 'web', new URL(at(0).url).port);
  workers[0] = await start('worker1', 'worker');
  await Promise.all([at(0).ready(), workers[0].ready()]);
});

/** The most connections that PostgreSQL had at once. */
function watchConnections(): { stop(): Promise<number> } {
  const connection = { connectionString: engines.directUrl };
  const done = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!done.signal.aborted) {
      const [counted] = await runStatements(connection, [
        "select count(*) as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      ]);
      peak = Math.max(peak, Number(counted?.rows[0]?.['count']));
      await delay(200);
    }
  })();
  return {
    async stop() {
      done.abort();
      await watching;
      return peak;
    },
  };
}

test('loses no request when processes are replaced one by one under load', async () => {
  const connections = watchConnections();
  const load = startLoad(nginx.url, videoId, 4);
  for (const index of [0, 1, 2]) {
    const before = load.answered();
    await vi.waitFor(() => expect(load.answered()).toBeGreaterThan(before + 100), { timeout: 60_000 });
    expect(await at(index).end()).toBe(0);
    web[index] = await start(`web${index + 1}`, 'web', new URL(at(index).url).port);
    await at(index).ready();
  }
  await load.stop();
  const peak = await connections.stop();
  reportBar(
    `rolling restart of three processes, failed of ${load.answered()} requests`,
    load.failed.length,
    0,
  );
  reportBar('connections to PostgreSQL of three web and two worker processes', peak, MAX_CONNECTIONS);
  expect(load.failed).toEqual([]);
  expect(peak).toBeLessThanOrEqual(MAX_CONNECTIONS);
});

test('recovers by itself after a PostgreSQL restart, with everything that was acknowledged', async () => {
  const comment = `before ${crypto.randomUUID()}`;
  const post = await on(0)(`/api/videos/${videoId}/comments`, {
    json: { authorUsername: '', text: comment },
  });
  expect(post.status).toBe(201);
  await engines.restartDatabase();
  const back = performance.now();
  for (const index of [0, 1, 2])
    await expect
      .poll(async () => {
        const answer = await on(index)(`/api/videos/${videoId}/like`, { method: 'POST' });
        return answer.status;
      })
      .toBe(200);
  log(`after PostgreSQL was back: ${Math.round(performance.now() - back)} ms`);
  await everywhere(`/api/videos/${videoId}/comments`, (body) => body.includes(comment));
  for (const site of [...web, ...workers]) expect(site.child.exitCode).toBeNull();
});

test('lists and comments work while the file store does not respond, and uploads recover afterwards', async () => {
  const wake = engines.silenceStore();
  const end = performance.now() + STORE_AWAY_MS;
  while (performance.now() < end) {
    for (const index of [0, 1, 2]) {
      expect((await on(index, '')('/api/videos')).status).toBe(200);
      const text = `meanwhile ${index}`;
      const answer = await on(index)(`/api/videos/${videoId}/comments`, {
        json: { authorUsername: '', text },
      });
      expect(answer.status).toBe(201);
    }
    await delay(500);
  }
  wake();
  const back = performance.now();
  await expect
    .poll(
      async () =>
        (await bodyOf(on(0)('/api/health'), z.object({ storage: z.object({ ok: z.boolean() }) }))).storage.ok,
    )
    .toBe(true);
  log(`after the store was back: ${Math.round(performance.now() - back)} ms`);
});

test("the embedded database moves to Debian's PostgreSQL", async () => {
  const env = { DATA_DIR: path.join(folder, 'embedded'), ADMIN_PASSWORD: ADMIN.password };
  const before = await spawnSite({ env });
  await before.ready();
  await before.end();
  await runStatements({ connectionString: engines.directUrl }, [
    'create role mover login',
    "create database moved owner mover encoding 'UTF8' template template0",
  ]);
  const moved = engines.directUrl.replace('postgres@', 'mover@').replace(/lll$/, 'moved');
  await promisify(execFile)(process.execPath, ['build/run.mjs', 'server/shell/admin.ts', 'move-database'], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], ...env, DATABASE_URL: moved },
  });
  const after = await spawnSite({ env: { ...env, DATABASE_URL: moved } });
  await after.ready();
  const answer = await fetchFrom(after.url)('/api/auth/login', {
    json: { username: 'admin', password: ADMIN.password },
  });
  expect(answer.status).toBe(200);
  expect(await after.end()).toBe(0);
});
