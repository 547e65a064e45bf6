import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { z } from 'zod';
import { bodyOf } from '#server/testing/client.ts';
import { freePort, PROJECT } from './process.ts';
import type { TestSite } from './site.ts';
import { reportProgress, SOAK } from './soak.ts';
import { until } from './waiting.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

interface Steps<T> {
  prepare: () => Promise<T>;
  act: (prepared: T) => Promise<object | null>;
  check: (prepared: T) => Promise<void>;
}

/** What becomes of the server at this statement; null: it lives on. */
type Aim = (statement: string) => 'dies before' | 'dies after' | null;

/** Beside a site of the harness a second server process on the same database: the one that is killed. */
export interface Killable {
  /** POST as JSON; null where no good answer came. */
  call(path: string, body: object, headers?: Record<string, string>): Promise<object | null>;
  start(): Promise<void>;
  kill(): Promise<void>;
  isDead(): boolean;
  /**
   * Kills the server at every statement of `ask`, one after the other; returns how many there were. In `npm
   * test` only before the first and the last of each kind in `around`, and after the last one commits but
   * before its result arrives.
   */
  killAtEveryStatement<T>(steps: Steps<T>, around: RegExp[]): Promise<number>;
  close(): Promise<void>;
}

export async function openKillable(
  { ctx }: TestSite,
  environment: Record<string, string>,
): Promise<Killable> {
  let child: ChildProcess | null = null;
  let url = '';
  let aim: Aim = () => null;
  const [checkpoint] = await sqlRows(
    z.object({ name: z.string(), folder: z.string(), port: z.string(), person: z.string() }),
  )`
    select current_database() as name, trim('"' from split_part(current_setting('unix_socket_directories'), ',', 1)) as folder, current_setting('port') as port, current_user as person`.execute(
    ctx.db,
  );
  const tap = await openTap(`${checkpoint?.folder}/.s.PGSQL.${checkpoint?.port}`, {
    aim: (statement) => aim(statement),
    kill: () => child?.kill('SIGKILL'),
    isAlive: () => child?.killed !== true,
  });
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: ctx.settings.DATA_DIR,
    LOG_LEVEL: 'silent',
    SAMPLE_CONTENT: 'off',
    RATE_LIMIT: 'off',
    ROLES: 'web',
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    ...environment,
    DATABASE_URL: `postgres://${checkpoint?.person}@127.0.0.1:${tap.port}/${checkpoint?.name}`,
  };

  async function start(): Promise<void> {
    const port = String(await freePort());
    child = spawn(process.execPath, ['server/main.ts'], {
      cwd: PROJECT,
      env: { ...env, PORT: port },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    url = `http://127.0.0.1:${port}`;
    await until(() => {
      if (child?.exitCode !== null) throw new Error('The server did not start.');
      return fetch(`${url}/api/health/ping`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  }
  async function kill(): Promise<void> {
    const exited = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child?.kill('SIGKILL');
    await exited;
    child = null;
  }
  /**
   * One attempt with a server that is killed as aimed; returns whether it responded. A surviving server is
   * reused.
   */
  async function killOnce<T>({ prepare, act, check }: Steps<T>, when: Aim): Promise<boolean> {
    if (child === null) await start();
    const prepared = await prepare();
    aim = when;
    const answered = (await act(prepared)) !== null;
    aim = () => null;
    if (!answered && child?.killed !== true) throw new Error('The call failed although nobody was killed.');
    if (child?.killed) await kill();
    await check(prepared);
    return answered;
  }
  return {
    start,
    kill,
    isDead: () => child === null,
    call: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }).then(
        async (answer) => (answer.ok ? await bodyOf(answer, z.looseObject({})) : null),
        () => null,
      ),
    async killAtEveryStatement(steps, around) {
      const statements: string[] = [];
      await killOnce(steps, (statement) => {
        statements.push(statement);
        return null;
      });
      if (!SOAK) {
        for (const { kind, turn, moment } of around.flatMap((each) => findEnds(statements, each))) {
          let turns = 0;
          await killOnce(steps, (kills) => (kind.test(kills) && turns++ === turn ? moment : null));
          if (child !== null) throw new Error(`Nobody was killed at ${kind}.`);
        }
        return statements.length;
      }
      for (let walked = 0; ; walked += 1) {
        for (const moment of ['dies before', 'dies after'] as const) {
          let kills = 0;
          if (await killOnce(steps, () => (kills++ === walked ? moment : null))) {
            await kill();
            return walked + 1;
          }
        }
        reportProgress(walked, Math.max(walked + 1, statements.length));
      }
    },
    async close() {
      await kill();
      tap.close();
    },
  };
}

/** Before the first statement of this kind, before the last, and after it. */
function findEnds(statements: string[], kind: RegExp) {
  const count = statements.filter((statement) => kind.test(statement)).length;
  if (count === 0) throw new Error(`There is no statement like ${kind}.`);
  return [
    ...(count > 1 ? [{ kind, turn: 0, moment: 'dies before' as const }] : []),
    { kind, turn: count - 1, moment: 'dies before' as const },
    { kind, turn: count - 1, moment: 'dies after' as const },
  ];
}

/**
 * A proxy between the server and PostgreSQL, to kill the server between any two statements; results for a
 * killed server are dropped.
 */
async function openTap(
  socket: string,
  { aim, kill, isAlive }: { aim: Aim; kill: () => void; isAlive: () => boolean },
) {
  const tap = createServer((server) => {
    const database = connect(socket);
    let isLast = false;
    server.on('data', (kills) => {
      const fate = aim(kills.toString('latin1'));
      if (fate === 'dies before') kill();
      isLast ||= fate === 'dies after';
      if (isAlive()) database.write(kills);
    });
    database.on('data', (answer) => {
      if (isLast) kill();
      else server.write(answer);
    });
    for (const [one, other] of [
      [server, database],
      [database, server],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  tap.listen(0, '127.0.0.1');
  await once(tap, 'listening');
  return { port: (tap.address() as AddressInfo).port, close: () => tap.close() };
}
