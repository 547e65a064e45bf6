import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery, type Transaction } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { DB as Database } from '../database/database.types.ts';
import type { Log } from '../observe/log.ts';
import { useUtc } from '../database/database.ts';
import { wakeForDueJobs } from './due-jobs.ts';

/** Work that goes through the queue. Its data is parsed with `schema` when it runs, too. */
export interface Job<T extends object> {
  name: string;
  schema: z.ZodType<T>;
  /** Tries after the first one; 5 unless told, with growing waits from `retryDelay` (2) seconds on. */
  retryLimit?: number;
  retryDelay?: number;
  /** A run may take this long; 900 s unless told. `signal` is aborted then. */
  seconds?: number;
  /** Runs at once in one worker process; 2 unless told, 1 for what runs by itself. */
  concurrency?: number;
  /** While a job of the same `singletonKey` waits, another is not added. */
  unique?: boolean;
  /** Runs by itself at these times (cron, UTC), with empty data. */
  cron?: string;
  run(ctx: Context, data: T, run: { id: string; signal: AbortSignal }): Promise<void>;
  /** It is never run again, because its process died of it: what waits for its end hears so. */
  abandon?(ctx: Context, data: T): Promise<void>;
}

/** Declares a job; `server/slices.ts` lists them all. */
export const job = <T extends object>(declared: Job<T>): Job<T> => declared;

export type AnyJob = Omit<Job<object>, 'schema' | 'run' | 'abandon'> & {
  schema: z.ZodType;
  run(ctx: Context, data: never, run: { id: string; signal: AbortSignal }): Promise<void>;
  abandon?(ctx: Context, data: never): Promise<void>;
};

export interface Jobs {
  /**
   * Puts a job on the queue: inside `trx` it exists only if the transaction commits. `singletonKey`: see
   * `unique`. `priority`: higher first. `after`: seconds to wait, or a time.
   */
  send<T extends object>(
    job: Job<T>,
    data: T,
    options?: {
      trx?: Transaction<Database>;
      singletonKey?: string;
      priority?: number;
      after?: number | Date;
    },
  ): Promise<string | null>;
  /** pg-boss itself, for the dashboard's Jobs tab. */
  boss: PgBoss;
  work(ctx: Context): Promise<void>;
  /** Running jobs get `milliseconds` to end, then go back to the queue. */
  close(milliseconds?: number): Promise<void>;
}

export async function openJobs(
  connection: pg.PoolConfig,
  declared: AnyJob[],
  { worker, log }: { worker: boolean; log: Log },
): Promise<Jobs> {
  const { types: _types, ...plain } = connection;
  const boss = new PgBoss({
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
  let closing = false;
  // a connection that breaks while everything closes breaks nothing
  boss.on('error', (error) => {
    if (!closing) log.warn('The job queue had a fault.', { error });
  });
  await boss.start();
  await ensureQueues(boss, declared);
  let due: ReturnType<typeof wakeForDueJobs> | null = null;

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
    async work(ctx) {
      const workers = new Map<string, string[]>();
      for (const each of declared) workers.set(each.name, await startWork(boss, each, ctx));
      due = wakeForDueJobs(boss, workers);
      await ensureSchedules(boss, declared);
    },
    async close(milliseconds = 5_000) {
      closing = true;
      await due?.stop();
      // by itself it looks every half a second whether they have ended
      const ended = Promise.all(declared.map(({ name }) => boss.offWork(name, { wait: true })));
      const waiting = new AbortController();
      await Promise.race([ended, delay(milliseconds, null, { signal: waiting.signal }).catch(() => {})]);
      waiting.abort();
      await boss.stop({ graceful: false, close: true });
    },
  };
}

/** Asked for at once, and written only where something changed: most starts find all as it should be. */
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
    const queue = queues.get(each.name);
    if (!queue) await boss.createQueue(each.name, { ...options, policy: each.unique ? 'short' : 'standard' });
    else if (!isDeepStrictEqual({ ...queue, ...options }, { ...queue }))
      await boss.updateQueue(each.name, options);
  }
}

/** So many at once, each a worker of its own: only the first of several can be told apart. */
async function startWork(boss: PgBoss, each: AnyJob, ctx: Context): Promise<string[]> {
  const workers: string[] = [];
  while (workers.length < (each.concurrency ?? (each.cron ? 1 : 2)))
    workers.push(await startWorker(boss, each, ctx));
  return workers;
}

/** Once may be chance: somebody pulled the plug. */
const MAX_DEATHS = 2;

/** Whether the process that had it last ended in the middle, again: pg-boss's supervisor notes it so. */
function hasTakenDown({ retryCount, output }: { retryCount: number; output: unknown }): boolean {
  return retryCount >= MAX_DEATHS && JSON.stringify(output ?? null).includes('job heartbeat timeout');
}

async function startWorker(boss: PgBoss, each: AnyJob, ctx: Context): Promise<string> {
  let worker = '';
  // by themselves they look every half a minute: `wakeForDueJobs` does it for all of them
  worker = await boss.work(each.name, { includeMetadata: true }, async ([taken]) => {
    if (!taken) return;
    const data = each.schema.parse(taken.data ?? {});
    try {
      if (hasTakenDown(taken)) {
        ctx.log.error(`The job ${each.name} is given up: its process died of it ${MAX_DEATHS} times.`, {
          id: taken.id,
        });
        await each.abandon?.(ctx, data as never);
        await boss.cancel(each.name, taken.id);
        return;
      }
      await each.run(ctx, data as never, { id: taken.id, signal: taken.signal });
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
  const kept = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, cron } of declared)
    if (cron && kept.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
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
