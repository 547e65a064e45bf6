import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#server/testing/process.ts';
import { fetchFrom } from '#server/testing/site.ts';
import { untilProcessed, upload } from '#server/testing/uploads.ts';
import { bodyOf, WithId, WithToken } from '#server/testing/client.ts';
import { buildah } from './base.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const MAX_BYTES = 950e6;
const MAX_START_MS = 6_000;
const MAX_STOP_MS = 10_000;
const UID = 1000;
const PASSWORD = 'correct horse battery';

interface Config {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  StopSignal: string;
  Healthcheck: { Test: string[] };
}

// oxlint-disable-next-line no-console -- the figures that the run is made for
const log = (line: string) => console.info(line);
const image = process.env['IMAGE'] ?? '';
const root = process.env['IMAGE_ROOT'] ?? '';
let config: Config;
let folder: string;

beforeAll(() => {
  const inspected = JSON.parse(buildah('inspect', '--type', 'image', image)) as {
    Docker: { config: Config };
  };
  config = inspected.Docker.config;
  folder = mkdtempSync(path.join(tmpdir(), 'lll-image-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Container {
  url: string;
  data: string;
  child: ChildProcess;
  /** The first process inside, as this side knows it. */
  pid: number;
  output(): string;
}

/**
 * Runs as in a restricted container: read-only root file system, the image's user, no capabilities, only /data and /tmp
 * writable.
 */
async function run(command: string[], data: string, port: number): Promise<Container> {
  const environment = [
    ...config.Env,
    `PORT=${port}`,
    `ADMIN_PASSWORD=${PASSWORD}`,
    'HOST=127.0.0.1',
    'BACKUP=off',
  ];
  const mounts = `--ro-bind ${root} / --bind ${data} /data --perms 1777 --tmpfs /tmp --proc /proc --dev /dev`;
  const apart =
    '--unshare-pid --unshare-ipc --unshare-uts --as-pid-1 --die-with-parent --info-fd 3 --clearenv';
  const rights = `--reuid=${UID} --regid=${UID} --clear-groups --no-new-privs --bounding-set=-all`;
  const child = spawn(
    'bwrap',
    [
      ...`${mounts} ${apart} --chdir ${config.WorkingDir}`.split(' '),
      ...environment.flatMap((line) => {
        const at = line.indexOf('=');
        return ['--setenv', line.slice(0, at), line.slice(at + 1)];
      }),
      'setpriv',
      ...rights.split(' '),
      ...command,
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [message] = (await Promise.race([once(child.stdio[3] as Readable, 'data'), once(child, 'exit')])) as [
    Buffer | number | null,
  ];
  if (!(message instanceof Buffer)) throw new Error(output);
  const pid = Number(/"child-pid": (\d+)/.exec(message.toString())?.[1]);
  return { url: `http://127.0.0.1:${port}`, data, child, pid, output: () => output };
}

function makeData(): string {
  const data = mkdtempSync(path.join(folder, 'data-'));
  chownSync(data, UID, UID);
  return data;
}

async function start(data = makeData()): Promise<{ container: Container; ms: number }> {
  const began = performance.now();
  const container = await run([...config.Entrypoint, ...config.Cmd], data, await freePort());
  for (;;) {
    const answer = await fetch(`${container.url}/api/health/ping`).catch(() => null);
    if (answer?.ok) return { container, ms: performance.now() - began };
    if (container.child.exitCode !== null) throw new Error(container.output());
    await delay(20);
  }
}

async function stop({ child, pid }: Container): Promise<number> {
  const began = performance.now();
  const ended = once(child, 'exit');
  process.kill(pid, 'SIGTERM');
  await ended;
  return performance.now() - began;
}

test('the image is small and contains no secrets, data, tests or build tools', () => {
  const bytes = Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0]);
  const parts = ['app/node_modules', 'app/sample', 'app/dist', 'usr/local', 'usr/lib'];
  const sizes = execFileSync('du', ['-sb', ...parts], { encoding: 'utf8', cwd: root })
    .trim()
    .split('\n');
  log(
    `image: ${(bytes / 1e6).toFixed(0)} MB (${sizes.map((line) => line.replace(/^(\d+)\t/, (_, size: string) => `${Math.round(Number(size) / 1e6)} `)).join(', ')})`,
  );
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  const app = path.join(root, 'app');
  expect(
    globSync(
      [
        '.env*',
        '**/.env*',
        '.git',
        'data',
        '{server,contract,build,tools,standins}/**/*.test.ts',
        'node_modules/vite',
      ],
      { cwd: app },
    ),
  ).toEqual([]);
  expect(['usr/bin/gcc', 'root/.npmrc'].filter((file) => existsSync(path.join(root, file)))).toEqual([]);
  expect(config).toMatchObject({
    User: 'node',
    StopSignal: 'SIGTERM',
    Healthcheck: { Test: ['CMD', 'node', 'server/shell/health.mjs'] },
  });
});

test('the container starts quickly and stops when asked to', async () => {
  const [starts, again, stops]: [number[], number[], number[]] = [[], [], []];
  for (let times = 0; times < 3; times += 1) {
    const data = makeData();
    for (const measured of [starts, again]) {
      const { container, ms } = await start(data);
      measured.push(ms);
      stops.push(await stop(container));
      expect(container.child.exitCode, container.output()).toBe(0);
    }
  }
  const round = (numbers: number[]) => numbers.map((ms) => Math.round(ms)).join(', ');
  const verdict = Math.min(...starts) <= MAX_START_MS ? 'pass' : 'miss';
  log(
    `${verdict}: with a new database ready after ${round(starts)} ms, bar ${MAX_START_MS}; on it again after ${round(again)} ms; ended after ${round(stops)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  );
  expect(Math.max(...stops)).toBeLessThanOrEqual(MAX_STOP_MS);
});

test('the container encodes an upload, passes its health check, and finds every program it needs', async () => {
  const { container } = await start();
  const port = Number(new URL(container.url).port);
  const call = async (...command: string[]) => {
    const called = await run(command, container.data, port);
    const [code] = (await once(called.child, 'close')) as [number];
    return { code, output: called.output() };
  };
  expect(await call(...config.Healthcheck.Test.slice(1))).toEqual({ code: 0, output: '' });
  expect((await call('sh', '-c', 'touch /app/x || touch /usr/x')).code).not.toBe(0);
  for (const program of ['pg_dump', 'pg_restore', 'ffmpeg -version', 'ffprobe -version'])
    expect((await call('sh', '-c', program.includes(' ') ? program : `${program} --version`)).output).toMatch(
      /version|PostgreSQL/,
    );
  const { output } = await call('npm', 'run', 'admin', '--', 'check');
  expect(output).toMatch(/^ok +Encoding/m);
  const login = await fetchFrom(container.url)('/api/auth/login', {
    json: { username: 'admin', password: PASSWORD },
  });
  const { token } = await bodyOf(login, WithToken);
  const admin = fetchFrom(container.url, { authorization: `Bearer ${token}` });
  const [sampleVideo = ''] = globSync(path.join(root, 'app/sample/clips/*.mp4'));
  const sent = await upload(admin, sampleVideo);
  expect(sent.status, await sent.clone().text()).toBe(201);
  const { id } = await bodyOf(sent, WithId);
  expect(await untilProcessed(admin, id)).toMatchObject({ processing: 'READY' });
  // the encoding job returns to the queue after five seconds
  expect(await stop(container)).toBeLessThanOrEqual(MAX_STOP_MS);
  expect(container.child.exitCode, container.output()).toBe(0);
});
