import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seedCluster } from './cached-cluster.ts';

export const PROJECT = path.resolve(import.meta.dirname, '../..');

/** The product as an operator starts it: a process of its own. */
export interface SiteProcess {
  url: string;
  child: ChildProcess;
  /** Its output so far, both streams. */
  output(): string;
  /** The first response, whatever its status. */
  firstAnswer(): Promise<Response>;
  ready(): Promise<void>;
  /** The exit code; null when a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProcessOptions {
  env: Record<string, string>;
  /** The project's root; this one by default. */
  cwd?: string;
  /** Prepended to `node` on the command line. */
  prefix?: string[];
  user?: { uid: number; gid: number };
  /** Started instead of the server's sources. */
  command?: string[];
  /** An empty folder stays empty, and the first start makes its database. */
  fresh?: boolean;
}

const started = new Set<ChildProcess>();

export async function spawnSite({
  env,
  cwd = PROJECT,
  prefix = [],
  user,
  command = [process.execPath, 'server/main.ts'],
  fresh: isNew = false,
}: ProcessOptions): Promise<SiteProcess> {
  const { DATA_DIR: dataDir, DATABASE_URL: elsewhere } = env;
  if (dataDir && !elsewhere && !user && !isNew) await seedCluster(dataDir);
  const port = env['PORT'] ?? String(await freePort());
  const [program = '', ...rest] = [...prefix, ...command];
  const child = spawn(program, rest, {
    cwd,
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', SAMPLE_CONTENT: 'off', ...env, PORT: port },
  });
  started.add(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  const site: SiteProcess = {
    url,
    child,
    output: () => output,
    firstAnswer: () => poll(child, site.output, () => fetch(`${url}/api/health/ping`)),
    async ready() {
      await poll(child, site.output, async () => ((await fetch(`${url}/api/health/ping`)).ok ? true : null));
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
      if (signal === 'SIGTERM' && child.signalCode !== null)
        throw new Error(`the process ended by ${child.signalCode}: ${output}`);
      return child.exitCode;
    },
  };
  return site;
}

/**
 * Starts as the README describes, with an empty folder and built pages. `stop` also waits for the server
 * below npm.
 */
export async function startByReadme(
  env: Record<string, string> & { DATA_DIR: string },
): Promise<SiteProcess & { stop(): Promise<void> }> {
  const site = await spawnSite({ env, command: ['npm', 'start'], fresh: true });
  return {
    ...site,
    async stop() {
      site.child.kill('SIGTERM');
      while (processesIn(env.DATA_DIR).length > 0) await delay(50);
    },
  };
}

/** The first result of `look`; exceptions count as none. */
async function poll<T>(child: ChildProcess, output: () => string, look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look().catch(() => null);
    if (found !== null) return found;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the process ended: ${output()}`);
    await delay(100);
  }
}

export async function killAll(): Promise<void> {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  started.clear();
}

/** Processes that work in the folder (a database server does), seen from the outside. */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

/** Occupies a free port. */
export async function takePort(): Promise<{ port: string; close(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port: String(port),
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

export async function freePort(): Promise<number> {
  const { port, close } = await takePort();
  await close();
  return Number(port);
}
