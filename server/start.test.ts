import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { killAll, PROJECT, processesIn, spawnSite, takePort } from '#server/testing/process.ts';
import { soakTest, takeSample } from '#server/testing/soak.ts';
import { bodyOf, WithId } from '#server/testing/client.ts';

const folders: string[] = [];

afterEach(async () => {
  await killAll();
  for (const folder of folders.splice(0)) {
    await untilEmpty(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

function untilEmpty(folder: string): Promise<void> {
  return vi.waitFor(() => expect(processesIn(folder)).toEqual([]), { timeout: 100_000, interval: 50 });
}

function tempFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-start-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** The sources in another place, with the same packages. */
function copyProject(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ['server', 'contract', 'standins', 'package.json'])
    cpSync(path.join(PROJECT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(PROJECT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

async function comment(url: string, video: number, text: string): Promise<number | null> {
  const body = JSON.stringify({ authorUsername: '', text });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/videos/${video}/comments`, { method: 'POST', headers, body });
  return answer.ok ? (await bodyOf(answer, WithId)).id : null;
}

describe('startup', () => {
  it('listens at once, answers 503 until it is ready, then 200; SIGTERM ends it cleanly', async () => {
    const dataDir = tempFolder();
    const site = await spawnSite({ env: { DATA_DIR: dataDir }, fresh: true });
    const first = await site.firstAnswer();
    expect(first.status).toBe(503);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await first.json()).toMatchObject({ code: 'STARTING_UP' });
    expect((await fetch(`${site.url}/api/videos`)).status).toBe(503);
    await site.ready();
    expect((await fetch(`${site.url}/api/videos`)).status).toBe(200);
    await vi.waitFor(() => expect(site.output()).toContain('is ready at'), { timeout: 10_000 });
    expect(await site.end()).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  });

  soakTest('ends when npm, which started it below a shell, is ended', async () => {
    const dataDir = tempFolder();
    const shell = ['sh', '-c', '"$@"; exit $?', 'sh'];
    const site = await spawnSite({ env: { DATA_DIR: dataDir, npm_lifecycle_event: 'start' }, prefix: shell });
    await site.ready();
    site.child.kill('SIGKILL');
    await untilEmpty(dataDir);
    await vi.waitFor(() => expect(fetch(`${site.url}/api/health/ping`)).rejects.toThrow('fetch failed'), {
      timeout: 100_000,
      interval: 50,
    });
  });

  soakTest('can be ended before it is ready', async () => {
    const dataDir = tempFolder();
    const nowhere: Record<string, string> = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    for (const more of [{}, nowhere]) {
      const site = await spawnSite({ env: { DATA_DIR: dataDir, ...more }, fresh: true });
      await site.firstAnswer();
      expect(await site.end()).toBe(0);
      expect(site.output()).not.toContain('failed');
      expect(processesIn(dataDir)).toEqual([]);
    }
  });

  it.each(takeSample(['/dev/null/data', '/proc/nowhere/data', '/dev/null'], 0))(
    'stops when %s is not a folder',
    async (folder) => {
      const site = await spawnSite({ env: { DATA_DIR: folder }, fresh: true });
      await vi.waitFor(() => expect(site.child.exitCode).toBe(1), { timeout: 100_000, interval: 50 });
      expect(site.output()).toMatch(/^DATA_DIR must .*\.$/m);
    },
  );

  soakTest('stops at wrong settings, with a sentence for each that names it', async () => {
    const wrong: Record<string, string> = {
      PORT: '70000',
      ROLES: 'web,chef',
      DATABASE_URL: 'mysql://localhost/x',
      PUBLIC_URL: 'clips.example.org',
      STORAGE_URL: 'ftp://x',
      PAYMENTS: 'cash',
      SMTP_URL: 'localhost:25',
      LOG_LEVEL: 'loud',
      RATE_LIMIT: 'maybe',
      ADMIN_PASSWORD: 'short',
      WEB_ORIGIN: 'everywhere',
    };
    const site = await spawnSite({ env: { DATA_DIR: tempFolder(), ...wrong }, fresh: true });
    await vi.waitFor(() => expect(site.child.exitCode).toBe(1), { timeout: 100_000, interval: 50 });
    for (const [name, value] of Object.entries(wrong))
      expect(site.output()).toMatch(
        new RegExp(`^${name} must .*${name === 'ADMIN_PASSWORD' ? '' : `"${value}".*`}\\.$`, 'm'),
      );
    expect(site.output()).not.toContain('    at ');
  });

  soakTest('names PORT when somebody else listens there', async () => {
    const somebody = await takePort();
    const site = await spawnSite({ env: { DATA_DIR: tempFolder(), PORT: somebody.port }, fresh: true });
    await vi.waitFor(() => expect(site.child.exitCode).toBe(1), { timeout: 100_000, interval: 50 });
    expect(site.output()).toMatch(/^PORT .*in use/m);
    expect(site.output()).not.toContain('    at ');
    await somebody.close();
  });

  soakTest('works a second time on the same folder, and goes on when the first ends', async () => {
    const dataDir = tempFolder();
    const first = await spawnSite({ env: { DATA_DIR: dataDir }, fresh: true });
    const second = await spawnSite({ env: { DATA_DIR: dataDir }, fresh: true });
    await Promise.all([first.ready(), second.ready()]);
    expect(await first.end()).toBe(0);
    expect((await fetch(`${second.url}/api/videos`)).status).toBe(200);
    expect(await second.end()).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  });

  soakTest('works in a path with spaces that only its user can enter, root or not', async () => {
    const folder = tempFolder();
    const project = copyProject(path.join(folder, 'my files/the "project"'));
    const unprivileged = { uid: 65_534, gid: 65_534 };
    const isRoot = process.getuid?.() === 0;
    const users = isRoot ? [{}, { user: unprivileged }] : [{}];
    for (const [round, as] of users.entries()) {
      chmodSync(folder, 0o700);
      if (isRoot && 'user' in as) chownSync(folder, unprivileged.uid, unprivileged.gid);
      const dataDir = path.join(folder, `data of ${round}`);
      mkdirSync(dataDir);
      if (isRoot && 'user' in as) chownSync(dataDir, unprivileged.uid, unprivileged.gid);
      const site = await spawnSite({ env: { DATA_DIR: dataDir }, cwd: project, fresh: true, ...as });
      await site.ready();
      expect(await site.end()).toBe(0);
    }
  });
});

async function addVideo(dataDir: string): Promise<number> {
  const insert = `insert into videos (origin, title, category, status, processing, approved_at)
    values ('IMPORT', 'Video', 'Beauty', 'APPROVED', 'READY', now()) returning id`;
  return Number((await query(dataDir, insert))[0]?.['id']);
}

async function storedComments(dataDir: string): Promise<Set<number>> {
  return new Set((await query(dataDir, 'select id from comments')).map((row) => Number(row['id'])));
}

async function query(dataDir: string, statement: string): Promise<Record<string, unknown>[]> {
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    const [result] = await runStatements(server.connection(), [statement]);
    return result?.rows ?? [];
  } finally {
    await server.stop();
  }
}

soakTest('connections of a crowd wait at the port while the process is busy', async () => {
  const site = await spawnSite({ env: { DATA_DIR: tempFolder() } });
  await site.ready();
  const { hostname, port } = new URL(site.url);
  site.child.kill('SIGSTOP');
  const crowd = Array.from({ length: 800 }, () => connect(Number(port), hostname));
  // the system answers them all, up to the limit that the process asked for
  await Promise.all(crowd.map((socket) => once(socket, 'connect')));
  site.child.kill('SIGCONT');
  for (const socket of crowd) socket.destroy();
  expect(await site.end()).toBe(0);
});

soakTest(
  'kill -9 loses nothing that was acknowledged and leaves no process behind, again and again',
  async () => {
    const dataDir = tempFolder();
    const env = { DATA_DIR: dataDir, RATE_LIMIT: 'off' };
    const acknowledged = new Set<number>();
    let video = 0;
    for (let round = 1; round <= 5; round += 1) {
      const site = await spawnSite({ env });
      await site.ready();
      video ||= await addVideo(dataDir);
      const before = acknowledged.size;
      let writing = true;
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        while (writing) {
          const id = await comment(site.url, video, `round ${round}, writer ${writer}`).catch(() => null);
          if (id !== null) acknowledged.add(id);
        }
      });
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 50), {
        timeout: 100_000,
        interval: 2,
      });
      await site.end('SIGKILL');
      writing = false;
      await Promise.all(writers);
      await untilEmpty(dataDir);
    }
    const stored = await storedComments(dataDir);
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  },
);
