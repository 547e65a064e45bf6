import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { isRoot, serviceUser } from '#server/adapters/database/runner.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { BIN, until } from './engines.ts';
import { freePort, processesIn } from './process.ts';

/** A streaming replica of a PostgreSQL of Debian's on this machine. */
export interface TestReplica {
  url: string;
  pause(): Promise<void>;
  resume(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startReplica(folder: string, primaryPort: number): Promise<TestReplica> {
  const port = await freePort();
  const user = isRoot() ? serviceUser() : null;
  const data = path.join(folder, 'replica');
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const copied = spawnSync(
    `${BIN}/pg_basebackup`,
    ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres', '-D', data, '-R', '-c', 'fast'],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  if (copied.status !== 0) throw new Error(copied.stderr);
  const config = { host: '127.0.0.1', port, user: 'postgres', database: 'lll' };
  let child: ChildProcess;
  const replica: TestReplica = {
    url: `postgres://postgres@127.0.0.1:${port}/lll`,
    pause: async () => void (await runStatements(config, ['select pg_wal_replay_pause()'])),
    resume: async () => void (await runStatements(config, ['select pg_wal_replay_resume()'])),
    signal(signal) {
      // those, too, that it started for connections
      for (const id of processesIn(data)) process.kill(Number(id), signal);
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      child = spawn(`${BIN}/postgres`, ['-D', data, '-p', String(port), '-k', data], {
        ...user,
        cwd: '/',
        stdio: 'ignore',
      });
      await until('The replica', () => runStatements(config, ['select 1']));
    },
  };
  await replica.start();
  return replica;
}
