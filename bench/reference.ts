import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Reference {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Resolves when `url` answers 2xx; the milliseconds since the call. */
export async function untilAnswers(url: string, child: ChildProcess): Promise<number> {
  const start = performance.now();
  for (;;) {
    const ok = await fetch(url).then(
      (answer) => answer.arrayBuffer().then(() => answer.ok),
      () => false,
    );
    if (ok) return performance.now() - start;
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with code ${child.exitCode}`);
    await delay(5);
  }
}

const BARE = `
const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');
const [port, file] = process.argv.slice(1);
const body = readFileSync(file);
const head = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
createServer((request, reply) => { reply.writeHead(200, head); reply.end(body); }).listen(Number(port), '127.0.0.1');
`;

/** The least that Node can do: node:http that answers the same bytes to everything. */
export async function startBare(body: Uint8Array): Promise<Reference> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lll-bare-'));
  const file = path.join(folder, 'body');
  await writeFile(file, body);
  const port = await freePort();
  const child = spawn(process.execPath, ['-e', BARE, String(port), file], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/`;
  await untilAnswers(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function nginxConfig(folder: string, http: string): string {
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const paths = TEMPORARY.map((name) => `${name}_temp_path "${folder}/${name}";`).join(' ');
  return `${user} daemon off; worker_processes 1; pid "${folder}/pid"; error_log "${folder}/error.log";
events { worker_connections 256; }
http { ${paths}
${http}
}`;
}

/** nginx on the same files, or null without nginx. */
export function startNginx(root: string, probe: string): Promise<Reference | null> {
  return runNginx(
    probe,
    (port) => `access_log off; sendfile on; tcp_nopush on; types { video/mp4 mp4; }
server { listen 127.0.0.1:${port}; root "${root}"; }`,
  );
}

/** nginx with deploy/nginx-cluster.conf in front of a site, or null without nginx. */
export async function startNginxInFront(site: string, media: string): Promise<Reference | null> {
  const conf = await readFile(path.join(import.meta.dirname, '../deploy/nginx-cluster.conf'), 'utf8');
  const { host } = new URL(site);
  return runNginx('api/health/ping', (port) =>
    conf
      .replaceAll(/web[12]:3000/g, host)
      .replace('/srv/lll-media/', `${media}/`)
      .replace('/var/log/nginx/access.log', '/dev/null')
      .replace('/var/log/nginx/error.log', '/dev/null')
      .replace('listen 80', `listen 127.0.0.1:${port}`),
  );
}

async function runNginx(probe: string, http: (port: number) => string): Promise<Reference | null> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lll-nginx-'));
  const port = await freePort();
  const config = path.join(folder, 'nginx.conf');
  await writeFile(config, nginxConfig(folder, http(port)));
  const child = spawn('nginx', ['-c', config, '-e', path.join(folder, 'error.log')], { stdio: 'ignore' });
  const found = await Promise.race([
    once(child, 'spawn').then(() => true),
    once(child, 'error').then(() => false),
  ]);
  const url = `http://127.0.0.1:${port}/`;
  if (found) await untilAnswers(url + probe, child);
  const stop = async (): Promise<void> => {
    if (found) await end(child, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  };
  if (found) return { url, pid: child.pid ?? 0, stop };
  await stop();
  return null;
}
