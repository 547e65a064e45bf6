import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { freePort, killAll, processesIn, PROJECT, spawnSite, type SiteProcess } from './process.ts';

interface Nginx {
  url: string;
  /** What it wrote to its error log. */
  errors(): string;
  stop(): Promise<void>;
}

/** Debian's nginx; as root it can be installed (nginx-light). */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;
}

/** The system's nginx with deploy/nginx.conf, in front of these two processes; only the addresses are changed. */
async function startNginx([first, second]: [string, string]): Promise<Nginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-nginx-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const conf = readFileSync(path.join(PROJECT, 'deploy/nginx.conf'), 'utf8')
    .replace('web1:3000', new URL(first).host)
    .replace('web2:3000', new URL(second).host)
    .replace('listen 80', `listen ${new URL(url).host}`);
  const file = path.join(folder, 'nginx.conf');
  const errorLog = path.join(folder, 'error.log');
  writeFileSync(path.join(folder, 'site.conf'), conf);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${errorLog} warn;
events { worker_connections 1024; }
http { ${temp.join(' ')} access_log ${folder}/access.log; include site.conf; }\n`,
  );
  const check = spawnSync('nginx', ['-t', '-e', errorLog, '-c', file], { encoding: 'utf8' });
  if (check.status !== 0 || check.stderr.includes('[warn]')) throw new Error(`nginx -t: ${check.stderr}`);
  const child = spawn('nginx', ['-e', errorLog, '-c', file], { stdio: 'ignore' });
  while (!(await fetch(url).catch(() => null)))
    if (child.exitCode !== null) throw new Error(readFileSync(errorLog, 'utf8'));
  return {
    url,
    errors: () => readFileSync(errorLog, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Two processes on one folder, with nginx in front. */
export interface Pair {
  nginx: Nginx;
  sites: [SiteProcess, SiteProcess];
  /** A clip that takes comments. */
  video: number;
  /** Ends one with SIGTERM and starts it again; resolves once it is ready. */
  replace(index: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

const ADD_VIDEO = `insert into videos (origin, title, category, status, processing, approved_at)
  values ('IMPORT', 'Clip', 'Beauty', 'APPROVED', 'READY', now()) returning id`;

export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-behind-'));
  chmodSync(folder, 0o755);
  const env = { DATA_DIR: folder, LISTEN: 'ready', TRUST_PROXY: '1', RATE_LIMIT: 'off' };
  const sites: [SiteProcess, SiteProcess] = [await spawnSite({ env }), await spawnSite({ env })];
  await Promise.all(sites.map((site) => site.ready()));
  const server = await openDatabaseServer({ dataDir: folder, log: () => {} });
  const [added] = await runStatements(server.connection(), [ADD_VIDEO]);
  await server.stop();
  const nginx = await startNginx([sites[0].url, sites[1].url]);
  return {
    nginx,
    sites,
    video: Number(added?.rows[0]?.['id']),
    async replace(index) {
      const code = await sites[index].end();
      if (code !== 0) throw new Error(`it ended with ${code}: ${sites[index].output()}`);
      sites[index] = await spawnSite({ env: { ...env, PORT: new URL(sites[index].url).port } });
      await sites[index].ready();
    },
    async stop() {
      await nginx.stop();
      await killAll();
      while (processesIn(folder).length > 0) await delay(20);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Load {
  answered(): number;
  /** Every answer that was no success, and every call without an answer. */
  failed: string[];
  stop(): Promise<void>;
}

/** `clients` of each kind read a page, read a list and write a comment, one call after the other. */
export function startLoad(url: string, video: number, clients: number): Load {
  const failed: string[] = [];
  let answered = 0;
  let running = true;
  const comment = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const calls: (() => [string, RequestInit?])[] = [
    () => ['/feed.xml'],
    () => [`/api/videos?limit=${(answered % 50) + 1}`],
    () => [
      `/api/videos/${video}/comments`,
      { ...comment, body: JSON.stringify({ authorUsername: '', text: `number ${answered}` }) },
    ],
  ];
  const work = async (call: () => [string, RequestInit?]): Promise<void> => {
    while (running) {
      const [address, init] = call();
      const told = await fetch(url + address, init).then(
        async (response) =>
          response.ok ? (await response.arrayBuffer(), null) : `${response.status} ${await response.text()}`,
        String,
      );
      answered += 1;
      if (told !== null) failed.push(`${init?.method ?? 'GET'} ${address}: ${told}`);
    }
  };
  const all = calls.flatMap((call) => Array.from({ length: clients }, () => work(call)));
  return {
    answered: () => answered,
    failed,
    async stop() {
      running = false;
      await Promise.all(all);
    },
  };
}
