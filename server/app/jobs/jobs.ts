import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery, type Transaction } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { AnyJob, Context, Job, Jobs } from '../context.ts';
import type { DB as Database } from '../database/database.types.ts';
import type { Log } from '../observe/log.ts';
import { useUtc } from '../database/database.ts';
import { wakeForDueJobs } from './due-jobs.ts';

/** Declares a job; `server/slices.ts` lists them all. */
export const job = <T extends object>(declared: Job<T>): Job<T> => declared;

function newBoss(connection: pg.PoolConfig, worker: boolean): PgBoss {
  const { types: _types, ...plain } = connection;
  return new PgBoss({
    ...(plain as { connectionString?: string }),
    application_name: 'lll-jobs',
    ...({ onConnect: useUtc } as object),
    max: worker ? 4 : 2,
    schema: 'pgboss',
    useListenNotify: worker,
    supervise: worker,
    schedule: worker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
}

export async function openJobs(
  connection: pg.PoolConfig,
  declared: AnyJob[],
  { worker, log }: { worker: boolean; log: Log },
): Promise<Jobs> {
  const boss = newBoss(connection, worker);
  let closing = false;
  // a connection error during shutdown is harmless
  boss.on('error', (error) => {
    if (!closing) log.warn('The job queue had a fault.', { error });
  });
  await boss.start();
  const all = [...failureJobs(declared), ...declared];
  await ensureQueues(boss, all);
  let due: ReturnType<typeof wakeForDueJobs> | null = null;
  let ended: Promise<void> | null = null;
  const endWork = async (milliseconds = 2_000) => {
    await due?.stop();
    // by itself it looks every half a second whether they have ended
    const finished = Promise.all(all.map(({ name }) => boss.offWork(name, { wait: true })));
    const waiting = new AbortController();
    await Promise.race([finished, delay(milliseconds, null, { signal: waiting.signal }).catch(() => {})]);
    waiting.abort();
  };

  return {
    boss,
    async send(each, data, { trx, singletonKey, priority, after } = {}) {
      return boss.send(each.name, data, {
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(priority === undefined ? {} : { priority }),
        ...(after === undefined ? {} : { startAfter: after }),
        ...(trx ? { db: inTransaction(trx) } : {}),
      });
    },
    async sendAll({ name }, each, { trx }) {
      const jobs = each.map((data) => ({ data }));
      if (jobs.length > 0) await boss.insert(name, jobs, { db: inTransaction(trx) });
    },
    async work(ctx) {
      const workers = new Map<string, string[]>();
      for (const each of all) workers.set(each.name, await startWork(boss, each, ctx));
      due = wakeForDueJobs(boss, workers);
      await ensureSchedules(boss, declared);
    },
    endWork: () => (ended ??= endWork()),
    async close(milliseconds) {
      closing = true;
      await (ended ??= endWork(milliseconds));
      await boss.stop({ graceful: false, close: true });
    },
  };
}

const failureQueue = (name: string): string => `${name}.failed`;

/**
 * pg-boss puts permanently failed jobs into a dead letter queue; only a job with a failure handler has one.
 */
const failureJobs = (declared: AnyJob[]): AnyJob[] =>
  declared.flatMap(({ name, schema, onFailed }) =>
    onFailed ? [{ name: failureQueue(name), schema, concurrency: 1, run: onFailed }] : [],
  );

/** Read in one go, and written only on changes: most starts find everything up to date. */
async function ensureQueues(boss: PgBoss, declared: AnyJob[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const each of declared) {
    const options = {
      notify: true,
      heartbeatSeconds: 10,
      retryLimit: each.retryLimit ?? 5,
      retryDelay: each.retryDelay ?? 2,
      retryBackoff: true,
      expireInSeconds: each.seconds ?? 900,
    };
    const deadLetter = each.onFailed ? failureQueue(each.name) : null;
    const queue = queues.get(each.name);
    if (!queue)
      await boss.createQueue(each.name, {
        ...options,
        ...(deadLetter === null ? {} : { deadLetter }),
        policy: each.unique ? 'short' : 'standard',
      });
    else if (!isDeepStrictEqual({ ...queue, ...options, deadLetter }, { deadLetter: null, ...queue }))
      await boss.updateQueue(each.name, { ...options, deadLetter });
  }
}

/** Concurrent workers, each separate: of several, only the first can be identified. */
async function startWork(boss: PgBoss, each: AnyJob, ctx: Context): Promise<string[]> {
  const workers: string[] = [];
  while (workers.length < (each.concurrency ?? (each.cron ? 1 : 2)))
    workers.push(await startWorker(boss, each, ctx));
  return workers;
}

/** One may be chance, such as a power cut. */
const MAX_DEATHS = 2;

/** Whether the process that had it last ended in the middle, again: pg-boss's supervisor notes it so. */
function hasTakenDown({ retryCount, output }: { retryCount: number; output: unknown }): boolean {
  return retryCount >= MAX_DEATHS && JSON.stringify(output ?? null).includes('job heartbeat timeout');
}

async function startWorker(boss: PgBoss, each: AnyJob, ctx: Context): Promise<string> {
  let worker = '';
  // by themselves they look every half a minute: `wakeForDueJobs` does it for all of them
  worker = await boss.work(each.name, { includeMetadata: true, perJobResults: true }, async ([taken]) => {
    if (!taken) return [];
    const data = each.schema.parse(taken.data ?? {});
    try {
      if (hasTakenDown(taken)) {
        const message = `Given up: its process died of it ${MAX_DEATHS} times.`;
        ctx.log.error(`The job ${each.name} is given up: its process died of it ${MAX_DEATHS} times.`, {
          id: taken.id,
        });
        return [{ id: taken.id, status: 'deadletter', output: { message } }];
      }
      await each.run(ctx, data as never, { id: taken.id, signal: taken.signal });
      return [{ id: taken.id, status: 'completed' }];
    } catch (error) {
      ctx.log.warn(`The job ${each.name} failed; the queue tries it again while tries are left.`, {
        id: taken.id,
        error,
      });
      throw error;
    } finally {
      // the next one at once: by itself a worker sleeps until its time is over, however short the job was
      boss.notifyWorker(worker);
    }
  });
  return worker;
}

async function ensureSchedules(boss: PgBoss, declared: AnyJob[]): Promise<void> {
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, cron } of declared)
    if (cron && schedules.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
}

/** pg-boss's statements inside a transaction of ours. */
function inTransaction(trx: Transaction<Database>) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const result = await trx.executeQuery(CompiledQuery.raw(text, values));
      return { rows: result.rows };
    },
  };
}
