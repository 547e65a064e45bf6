import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { isRoot, serviceUser } from '#server/adapters/database/runner.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { freePort } from './process.ts';

/** Programs of Debian's packages: postgresql, pgbouncer, nginx-light, swift-proxy, swift-account, -container, -object. */
export interface Engines {
  /** Through PgBouncer in transaction mode, and to the server itself. */
  databaseUrl: string;
  directUrl: string;
  /** A bucket of OpenStack Swift by its S3 interface. */
  storageUrl: string;
  environment: Record<string, string>;
  restartDatabase(): Promise<void>;
  /** The store accepts connections without responding, until the returned function is called. */
  silenceStore(): () => void;
  stop(): Promise<void>;
}

export const [BIN] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed();
const SWIFT = ['account', 'container', 'object'] as const;
const ACCESS = { accessKeyId: 'lll:lll', secretAccessKey: 'secretsecret' };

/** Missing programs; empty: all are installed. */
export function findMissing(): string[] {
  const programs = ['pgbouncer', 'nginx', 'swift-proxy-server', 'swift-ring-builder'];
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  return BIN ? missing : ['postgresql', ...missing];
}

export async function startEngines(folder: string): Promise<Engines> {
  const started: ChildProcess[] = [];
  const start = (program: string, args: string[], options: object = {}) => {
    const child = spawn(program, args, { stdio: 'ignore', ...options });
    started.push(child);
    return child;
  };
  const database = await startPostgres(folder, start);
  const bouncer = await startBouncer(folder, database.port, start);
  const swift = await startSwift(folder, start);
  return {
    databaseUrl: `postgres://postgres@127.0.0.1:${bouncer}/lll`,
    directUrl: `postgres://postgres@127.0.0.1:${database.port}/lll`,
    storageUrl: `s3://clips/site?endpoint=http://127.0.0.1:${swift.port}&region=us-east-1`,
    environment: { AWS_ACCESS_KEY_ID: ACCESS.accessKeyId, AWS_SECRET_ACCESS_KEY: ACCESS.secretAccessKey },
    restartDatabase: database.restart,
    silenceStore() {
      swift.proxy.kill('SIGSTOP');
      return () => void swift.proxy.kill('SIGCONT');
    },
    async stop() {
      for (const child of started.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGCONT');
        child.kill('SIGINT');
        await once(child, 'exit');
      }
    },
  };
}

export type Start = (program: string, args: string[], options?: object) => ChildProcess;

export async function until(what: string, works: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const done = await works().then(
      () => true,
      () => false,
    );
    if (done) return;
    await delay(100);
  }
  throw new Error(`${what} did not come up within a minute.`);
}

export async function startPostgres(folder: string, start: Start, bin = BIN) {
  const port = await freePort();
  const user = isRoot() ? serviceUser() : null;
  const data = path.join(folder, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const initialized = spawnSync(
    `${bin}/initdb`,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'],
    {
      ...user,
      cwd: '/',
      encoding: 'utf8',
    },
  );
  if (initialized.status !== 0) throw new Error(initialized.stderr);
  const run = () =>
    start(`${bin}/postgres`, ['-D', data, '-p', String(port), '-k', data], { ...user, cwd: '/' });
  const config = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
  const answers = () => until('PostgreSQL', () => runStatements(config, ['select 1']));
  let child = run();
  await answers();
  await runStatements(config, [
    'create database lll',
    "alter role postgres in database lll set statement_timeout = '30s'",
  ]);
  return {
    port,
    async restart() {
      child.kill('SIGINT');
      await once(child, 'exit');
      child = run();
      await answers();
    },
  };
}

async function startBouncer(folder: string, database: number, start: Start): Promise<number> {
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n* = host=127.0.0.1 port=${database} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 20\nmax_client_conn = 500\nserver_login_retry = 1\npidfile =\n`,
  );
  start('pgbouncer', [file], isRoot() ? serviceUser() : {});
  const config = { host: '127.0.0.1', port, user: 'postgres', database: 'lll' };
  await until('PgBouncer', () => runStatements(config, ['select 1']));
  return port;
}

/** One copy of everything, on one folder: the programs are the real ones. */
async function startSwift(folder: string, start: Start): Promise<{ port: number; proxy: ChildProcess }> {
  const swift = path.join(folder, 'swift');
  mkdirSync(path.join(swift, 'srv/disk'), { recursive: true });
  for (const kind of SWIFT) {
    const port = await freePort();
    for (const args of [
      ['create', '4', '1', '1'],
      ['add', `r1z1-127.0.0.1:${port}/disk`, '1'],
      ['rebalance'],
    ])
      spawnSync('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: swift });
    const config = `bind_port = ${port}\ndevices = ${swift}/srv\nmount_check = false`;
    writeFileSync(
      path.join(swift, `${kind}.conf`),
      swiftConfig(swift, `${kind}-server`, config, `egg:swift#${kind}`),
    );
    start(`swift-${kind}-server`, [`${kind}.conf`], { cwd: swift });
  }
  const port = await freePort();
  const filters = ['catch_errors', 'gatekeeper', 'cache', 's3api', 'tempauth', 'bulk', 'slo'];
  const used = filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('');
  writeFileSync(
    path.join(swift, 'proxy.conf'),
    swiftConfig(
      swift,
      'proxy-server',
      `bind_port = ${port}`,
      'egg:swift#proxy\naccount_autocreate = true',
      filters,
    ) +
      used
        // it requires the setting, and works without a server there
        .replace('egg:swift#cache', 'egg:swift#memcache\nmemcache_servers = 127.0.0.1:1')
        .replace('egg:swift#s3api', 'egg:swift#s3api\nlocation = us-east-1')
        .replace('egg:swift#tempauth', `egg:swift#tempauth\nuser_lll_lll = ${ACCESS.secretAccessKey} .admin`),
  );
  const proxy = start('swift-proxy-server', ['proxy.conf'], { cwd: swift });
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: ACCESS,
    maxAttempts: 1,
  });
  await until('Swift', () => client.send(new CreateBucketCommand({ Bucket: 'clips' })));
  client.destroy();
  return { port, proxy };
}

const swiftConfig = (
  swift: string,
  name: string,
  config: string,
  use: string,
  filters: string[] = [],
): string =>
  `[DEFAULT]\nbind_ip = 127.0.0.1\nworkers = 0\nswift_dir = ${swift}\nuser = ${isRoot() ? 'root' : process.env['USER']}\n${config}
[pipeline:main]\npipeline = ${[...filters, name].join(' ')}\n[app:${name}]\nuse = ${use}\n`;

/** For others than root to look into. */
export const openFolder = (folder: string): void => chmodSync(folder, 0o755);
