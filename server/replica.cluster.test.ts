import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runStatements } from '#server/adapters/database/sql.ts';
import { openFolder, startPostgres } from '#server/testing/engines.ts';
import { killAll, spawnSite, type SiteProcess } from '#server/testing/process.ts';
import { startReplica, type TestReplica } from '#server/testing/replica.ts';
import { fetchFrom, type Fetch } from '#server/testing/site.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ADMIN = { username: 'replica-admin', password: 'correct horse battery' };
const CLIPS = 20;

let folder: string;
const children: ChildProcess[] = [];
let replica: TestReplica;
let sites: SiteProcess[];
let admins: Fetch[];
let clips: number[];

// oxlint-disable-next-line no-console -- the figures that the run is made for
const tell = (line: string) => console.info(line);
const on = (index: number): Fetch => admins[index % admins.length] ?? fetch;
const guest = (index: number): Fetch => fetchFrom(sites[index % sites.length]?.url ?? '');

async function figures(index: number): Promise<{ replica: number; primary: number; up: number }> {
  const text = await (await guest(index)('/metrics')).text();
  const of = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  return {
    replica: of('lll_shared_reads_total{from="replica"}'),
    primary: of('lll_shared_reads_total{from="primary"}'),
    up: of('lll_replica_up'),
  };
}
const untilUsed = async (used: boolean) => {
  for (const index of [0, 1]) await expect.poll(async () => (await figures(index)).up).toBe(used ? 1 : 0);
};
/** An address that nobody asked for yet, so that its answer has to be read. */
let asked = 0;
const newList = () => `/api/videos?limit=${1 + (asked++ % 1_000)}&sort=new`;
const comment = async (index: number, clip: number, text: string) => {
  const answer = await on(index)(`/api/videos/${clip}/comments`, { json: { authorUsername: '', text } });
  expect(answer.status).toBe(201);
};
const commentsOf = async (index: number, clip: number) =>
  (await guest(index)(`/api/videos/${clip}/comments?limit=${1 + (asked++ % 50)}`)).text();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lll-replica-'));
  openFolder(folder);
  const database = await startPostgres(folder, (program, args, options = {}) => {
    const child = spawn(program, args, { stdio: 'ignore', ...options });
    children.push(child);
    return child;
  });
  const url = `postgres://postgres@127.0.0.1:${database.port}/lll`;
  replica = await startReplica(folder, database.port);
  const start = (name: string) =>
    spawnSite({
      env: {
        NODE_ENV: 'test',
        LISTEN: 'ready',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        METRICS: 'on',
        DATA_DIR: path.join(folder, name),
        STORAGE_URL: `file:${path.join(folder, 'media')}`,
        DATABASE_URL: url,
        DATABASE_REPLICA_URL: replica.url,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_EMAIL: 'replica@example.org',
        ADMIN_PASSWORD: ADMIN.password,
      },
    });
  sites = await Promise.all(['one', 'two'].map(start));
  await Promise.all(sites.map((site) => site.ready()));
  const login = await guest(0)('/api/auth/login', { json: ADMIN });
  const { token } = (await login.json()) as { token: string };
  admins = sites.map((site) => fetchFrom(site.url, { authorization: `Bearer ${token}` }));
  const [added] = await runStatements({ connectionString: url }, [
    `insert into videos (origin, title, category, status, processing, approved_at)
     select 'UPLOAD', 'Clip ' || n, 'Beauty', 'APPROVED', 'READY', now() from generate_series(1, ${CLIPS}) n returning id`,
  ]);
  clips = (added?.rows ?? []).map(({ id }) => Number(id));
});
afterAll(async () => {
  await killAll();
  await replica?.kill();
  for (const child of children) {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

test('lists are read from the replica, and the check tells of it', async () => {
  await untilUsed(true);
  const before = await figures(0);
  for (let times = 0; times < 40; times += 1) expect((await guest(0)(newList())).status).toBe(200);
  const after = await figures(0);
  expect(after.replica - before.replica).toBeGreaterThanOrEqual(35);
  const { lines } = (await (await on(0)('/api/admin/check')).json()) as {
    lines: { name: string; state: string; text: string }[];
  };
  expect(lines.find(({ name }) => name === 'Replica')).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/^\d+ bytes behind/),
  });
});

test('what somebody writes is there for all at once, from whichever database', async () => {
  const before = await figures(0);
  for (let times = 0; times < 60; times += 1) {
    const clip = clips[times % CLIPS] ?? 0;
    const text = `written ${crypto.randomUUID()}`;
    await comment(0, clip, text);
    expect(await commentsOf(0, clip)).toContain(text);
  }
  const after = await figures(0);
  tell(
    `60 comments read back: ${after.replica - before.replica} from the replica, ${after.primary - before.primary} from the primary`,
  );
});

test('a replica that replays nothing gives nothing old away, and is left alone', async () => {
  await untilUsed(true);
  await replica.pause();
  const [clip = 0, hidden = 0] = clips;
  const text = `while paused ${crypto.randomUUID()}`;
  await comment(0, clip, text);
  expect(await commentsOf(0, clip)).toContain(text);
  await expect.poll(() => commentsOf(1, clip), { timeout: 1_000 }).toContain(text);
  expect((await on(0)(`/api/admin/videos/${hidden}/soft-delete`, { json: { reason: null } })).status).toBe(
    200,
  );
  await expect
    .poll(async () => (await guest(1)(`/api/videos/${hidden}`)).status, { timeout: 1_000 })
    .toBe(404);
  const end = performance.now() + 14_000;
  while (performance.now() < end) {
    for (const index of [0, 1]) {
      expect((await guest(index)(`/api/videos/${hidden}`)).status).toBe(404);
      expect(await (await guest(index)(newList())).text()).not.toContain(`"id":${hidden},`);
      expect(await commentsOf(index, clip)).toContain(text);
    }
    await delay(100);
  }
  await untilUsed(false);
  await replica.resume();
  const back = performance.now();
  await untilUsed(true);
  tell(`used again ${Math.round(performance.now() - back)} ms after it went on`);
});

test.each([
  ['was killed', () => replica.kill(), () => replica.start()],
  ['says nothing', async () => replica.signal('SIGSTOP'), async () => replica.signal('SIGCONT')],
])('nothing fails when the replica %s, and it is used again when it is back', async (_name, away, back) => {
  await untilUsed(true);
  const failed: unknown[] = [];
  let answered = 0;
  let longest = 0;
  const loading = new AbortController();
  const load = [0, 1, 2, 3].map(async (index) => {
    while (!loading.signal.aborted) {
      const began = performance.now();
      const answer = await guest(index)(newList()).catch((error: unknown) => error);
      longest = Math.max(longest, performance.now() - began);
      answered += 1;
      if (!(answer instanceof Response && answer.status === 200)) failed.push(answer);
      else await answer.text();
      await delay(10);
    }
  });
  await delay(500);
  await away();
  await delay(6_000);
  await untilUsed(false);
  await back();
  const since = performance.now();
  await untilUsed(true);
  tell(
    `${answered} answers, ${failed.length} failed, the longest took ${Math.round(longest)} ms; used again after ${Math.round(performance.now() - since)} ms`,
  );
  loading.abort();
  await Promise.all(load);
  expect(failed).toEqual([]);
});
