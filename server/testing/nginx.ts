import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { freePort, killAll, processesIn, PROJECT, spawnSite, type SiteProcess } from './process.ts';

interface Nginx {
  url: string;
  /** The contents of its error log. */
  errors(): string;
  stop(): Promise<void>;
}

/** Debian's nginx; as root it can be installed (nginx-light). */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;
}

/** The system's nginx with deploy/nginx-cluster.conf, in front of these processes; only addresses and the folder are changed. */
export async function startNginx(
  [first, second, ...more]: [string, string, ...string[]],
  media: string,
): Promise<Nginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-nginx-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const conf = readFileSync(path.join(PROJECT, 'deploy/nginx-cluster.conf'), 'utf8')
    .replace('web1:3000', new URL(first).host)
    .replace(
      'web2:3000',
      [second, ...more].map((each) => new URL(each).host).join(' max_fails=0;\n  server '),
    )
    .replace('/srv/lll-media/', `${media}/`)
    .replace('listen 80', `listen ${new URL(url).host}`);
  const file = path.join(folder, 'nginx.conf');
  const errorLog = path.join(folder, 'error.log');
  writeFileSync(path.join(folder, 'site.conf'), conf);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 2; pid ${folder}/pid; error_log ${errorLog} warn;
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
  /** A video that takes comments. */
  video: number;
  /** The addresses of its file, and of the file of one that waits for review. */
  media: { shown: string; waiting: string };
  /** Stops one with SIGTERM and restarts it; resolves once it is ready. */
  replace(index: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

const REVISION = 'a234567890';
const ADD_VIDEOS = `insert into videos (origin, title, category, status, processing, approved_at, media_rev)
  values ('UPLOAD', 'Video', 'Beauty', 'APPROVED', 'READY', now(), '${REVISION}'),
    ('UPLOAD', 'Waiting', 'Beauty', 'PENDING', 'READY', null, '${REVISION}') returning id`;
export const PAIR_ADMIN = { username: 'pair-admin', password: 'correct horse battery' };

/** Adds a file in a video's folder; returns its key. */
function addFile(media: string, id: number): string {
  const key = `videos/${id}/${REVISION}/video.mp4`;
  mkdirSync(path.dirname(path.join(media, key)), { recursive: true });
  writeFileSync(path.join(media, key), Buffer.alloc(300_000, `clip ${id} `));
  return key;
}

export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lll-behind-'));
  chmodSync(folder, 0o755);
  const media = path.join(folder, 'media');
  const env = {
    DATA_DIR: folder,
    LISTEN: 'ready',
    TRUST_PROXY: '1',
    RATE_LIMIT: 'off',
    MEDIA_ACCEL: '/internal-media/',
    ADMIN_USERNAME: PAIR_ADMIN.username,
    ADMIN_EMAIL: 'pair@example.org',
    ADMIN_PASSWORD: PAIR_ADMIN.password,
  };
  const sites: [SiteProcess, SiteProcess] = [await spawnSite({ env }), await spawnSite({ env })];
  await Promise.all(sites.map((site) => site.ready()));
  const server = await openDatabaseServer({ dataDir: folder, log: () => {} });
  const [added] = await runStatements(server.connection(), [ADD_VIDEOS]);
  await server.stop();
  const [video = 0, waiting = 0] = (added?.rows ?? []).map((row) => Number(row['id']));
  const nginx = await startNginx([sites[0].url, sites[1].url], media);
  return {
    nginx,
    sites,
    video,
    media: { shown: `/media/${addFile(media, video)}`, waiting: `/media/${addFile(media, waiting)}` },
    async replace(index) {
      const code = await sites[index].end();
      if (code !== 0) throw new Error(`it ended with ${code}: ${sites[index].output()}`);
      sites[index] = await spawnSite({ env: { ...env, PORT: new URL(sites[index].url).port } });
      await sites[index].ready();
    },
    async stop() {
      await nginx.stop();
      await killAll();
      while (processesIn(folder).length > 0) await delay(50);
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
      const response = await fetch(url + address, init).then(
        async (response) =>
          response.ok ? (await response.arrayBuffer(), null) : `${response.status} ${await response.text()}`,
        String,
      );
      answered += 1;
      if (response !== null) failed.push(`${init?.method ?? 'GET'} ${address}: ${response}`);
      // the process that is replaced needs the processor, too
      await delay(10);
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
