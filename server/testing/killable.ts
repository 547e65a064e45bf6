import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { freePort, PROJECT } from './process.ts';
import { until } from './shopping.ts';
import type { TestSite } from './site.ts';
import { reportProgress } from './soak.ts';

const USUAL_STATEMENTS = 20;

/** Beside a site of the harness a second server process on the same database: the one that is killed. */
export interface Killable {
  /** POST as JSON; null where no good answer came. */
  call(path: string, body: object, headers?: Record<string, string>): Promise<object | null>;
  start(): Promise<void>;
  kill(): Promise<void>;
  isDead(): boolean;
  /** Dies at the first statement of `ask`, then at the second, until `ask` is answered: how many there were. */
  killAtEveryStatement<T>(steps: {
    prepare: () => Promise<T>;
    ask: (prepared: T) => Promise<object | null>;
    check: (prepared: T) => Promise<void>;
  }): Promise<number>;
  close(): Promise<void>;
}

export async function openKillable(
  { ctx }: TestSite,
  environment: Record<string, string>,
): Promise<Killable> {
  let child: ChildProcess | null = null;
  let url = '';
  /** Counts down what the server still says to the database before it dies; null: nobody counts. */
  let statementsLeft: number | null = null;
  const {
    rows: [place],
  } = await sql<{ name: string; folder: string; port: string; person: string }>`
    select current_database() as name, trim('"' from split_part(current_setting('unix_socket_directories'), ',', 1)) as folder, current_setting('port') as port, current_user as person`.execute(
    ctx.db,
  );
  const tap = await openTap(`${place?.folder}/.s.PGSQL.${place?.port}`, () => {
    if (statementsLeft !== null && statementsLeft-- === 0) child?.kill('SIGKILL');
    return child?.killed !== true;
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
    DATABASE_URL: `postgres://${place?.person}@127.0.0.1:${tap.port}/${place?.name}`,
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
    const gone = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child?.kill('SIGKILL');
    await gone;
    child = null;
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
        async (answer) => (answer.ok ? ((await answer.json()) as object) : null),
        () => null,
      ),
    async killAtEveryStatement({ prepare, ask, check }) {
      let walked = 0;
      for (let answered = false; !answered; walked += 1) {
        await start();
        const prepared = await prepare();
        statementsLeft = walked;
        answered = (await ask(prepared)) !== null;
        statementsLeft = null;
        // a refusal would be asked for without end
        if (!answered && child?.killed !== true)
          throw new Error('The call failed although nobody was killed.');
        await kill();
        await check(prepared);
        reportProgress(walked, Math.max(walked, USUAL_STATEMENTS));
      }
      return walked;
    },
    async close() {
      await kill();
      tap.close();
    },
  };
}

/** Between the server and PostgreSQL, so that it can die between any two statements; what a dead server said is not heard. */
async function openTap(socket: string, isHeard: () => boolean) {
  const tap = createServer((server) => {
    const database = connect(socket);
    server.on('data', (said) => {
      if (isHeard()) database.write(said);
    });
    database.pipe(server);
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
