import { once } from 'node:events';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { killAll, processesIn, spawnSite, takePort } from '#server/testing/process.ts';
import { soakTest } from '#server/testing/soak.ts';

const folders: string[] = [];

afterEach(async () => {
  await killAll();
  for (const folder of folders.splice(0)) {
    await vi.waitFor(() => expect(processesIn(folder)).toEqual([]), { timeout: 100_000, interval: 50 });
    rmSync(folder, { recursive: true, force: true });
  }
});

function tempFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-stop-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** A keep-alive connection like a load balancer's. */
class Connection {
  readonly closed: Promise<unknown>;
  received = '';
  readonly #socket: Socket;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.on('error', () => {});
    this.#socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
    this.closed = once(this.#socket, 'close');
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.write(text, () => resolve()));
  }

  /** The head of the next answer. */
  async answer(): Promise<string> {
    await vi.waitFor(() => expect(this.received).toContain('\r\n\r\n'), { timeout: 100_000, interval: 5 });
    const [head = ''] = this.received.split('\r\n\r\n');
    this.received = '';
    return head;
  }
}

/** Calls the server's own API while rendering, as every page does. */
const PAGE = '/feed.xml';
const HEAD = 'Host: localhost\r\nConnection: keep-alive\r\n';
const BODY = JSON.stringify({ username: 'nobody', password: 'not the right one' });
const LOGIN = `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;

const refuses = (url: string) =>
  vi.waitFor(() => expect(fetch(`${url}/api/health/ping`)).rejects.toThrow('fetch failed'), {
    timeout: 100_000,
    interval: 10,
  });

soakTest('names PORT also when it finds it taken late', async () => {
  const somebody = await takePort();
  const env = { DATA_DIR: tempFolder(), PORT: somebody.port, LISTEN: 'ready' };
  const site = await spawnSite({ env });
  await vi.waitFor(() => expect(site.child.exitCode).toBe(1), { timeout: 100_000, interval: 50 });
  expect(site.output()).toMatch(/^PORT .*in use/m);
  await somebody.close();
});

soakTest(
  'listens when it is ready behind a balancer, and stops: readiness first, then the port, then what is kept',
  async () => {
    const site = await spawnSite({ env: { DATA_DIR: tempFolder(), LISTEN: 'ready' } });
    expect((await site.firstAnswer()).status).toBe(200);
    const [page, login] = [new Connection(site.url), new Connection(site.url)];
    await page.write(`GET /api/videos HTTP/1.1\r\n${HEAD}\r\n`);
    expect(await page.answer()).toMatch(/^HTTP\/1.1 200/);
    await login.write(LOGIN);
    const end = site.end();
    await vi.waitFor(
      async () => {
        const ping = await fetch(`${site.url}/api/health/ping`);
        expect(ping.status).toBe(503);
        expect(Number(ping.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await ping.json()).toEqual({ error: expect.any(String), code: 'STOPPING' });
      },
      { timeout: 100_000, interval: 5 },
    );
    // no longer ready, but no request is refused
    const late = await fetch(`${site.url}${PAGE}`);
    expect(late.status).toBe(200);
    expect(late.headers.get('connection')).not.toBe('close');
    await refuses(site.url);
    await page.write(`GET ${PAGE} HTTP/1.1\r\n${HEAD}\r\n`);
    const last = await page.answer();
    expect(last).toMatch(/^HTTP\/1.1 200/);
    expect(last).toMatch(/\r\nConnection: close/i);
    await login.write(BODY);
    expect(await login.answer()).toMatch(/^HTTP\/1.1 401/);
    expect(await end).toBe(0);
  },
);

it('serves requests in progress, closes each connection after them, and waits for no others', async () => {
  const site = await spawnSite({ env: { DATA_DIR: tempFolder() } });
  await site.ready();
  const [page, first, second] = [1, 2, 3].map(() => new Connection(site.url)) as [
    Connection,
    Connection,
    Connection,
  ];
  const silent = new Connection(site.url);
  const idle = new Connection(site.url);
  await idle.write(`GET ${PAGE} HTTP/1.1\r\n${HEAD}\r\n`);
  expect(await idle.answer()).toMatch(/^HTTP\/1.1 200/);
  await page.write(`GET ${PAGE} HTTP/1.1\r\n`);
  await first.write(LOGIN);
  await second.write(LOGIN);
  // seen by the server, all three
  await fetch(`${site.url}/api/videos`);
  const end = site.end();
  await refuses(site.url);
  await Promise.all([idle.closed, silent.closed]);
  await page.write(`${HEAD}\r\n`);
  expect(await page.answer()).toMatch(/^HTTP\/1.1 200[^]*\r\nConnection: close/i);
  await first.write(BODY);
  expect(await first.answer()).toMatch(/^HTTP\/1.1 401[^]*\r\nConnection: close/i);
  // closed by the server, and not by the timeout for the one in progress
  await Promise.all([page.closed, first.closed]);
  await second.write(BODY);
  expect(await second.answer()).toMatch(/^HTTP\/1.1 401/);
  expect(await end).toBe(0);
});

soakTest('serves no pages where it only does background work, and tells its health', async () => {
  const site = await spawnSite({ env: { DATA_DIR: tempFolder(), ROLES: 'worker' } });
  await site.ready();
  expect((await fetch(`${site.url}/api/health`)).status).toBe(200);
  for (const address of ['/', '/videos', '/api/videos', '/api/docs', '/robots.txt']) {
    const answer = await fetch(`${site.url}${address}`);
    expect(answer.status, address).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NO_SUCH_CALL' });
  }
});
