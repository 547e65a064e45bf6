import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { end, freePort, untilAnswers } from './reference.ts';

const PROJECT = path.resolve(import.meta.dirname, '..');
export const ADMIN = { username: 'bench', password: 'bench-password' };

export interface Site {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** From the spawn to the first 200 of /api/health/ping. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export async function makeDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lll-bench-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The product itself, as `npm start` starts it, built and in production mode. */
export async function startSite(dataDir: string, extra: Record<string, string> = {}): Promise<Site> {
  const port = await freePort();
  const child = spawn(process.execPath, ['build/run.mjs', 'build/start.ts'], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      SAMPLE_CONTENT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_EMAIL: 'bench@example.org',
      ADMIN_PASSWORD: ADMIN.password,
      ...extra,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const readyMs = await untilAnswers(`${url}/api/health/ping`, child);
  return { url, pid: child.pid ?? 0, dataDir, readyMs, stop: () => end(child) };
}
