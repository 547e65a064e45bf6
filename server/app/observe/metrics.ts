import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { fail } from '../http/errors.ts';
import { readOutbox } from '../mail/outbox.ts';
import type { Gauge } from '../hooks.ts';
import type { Settings } from '../start/settings.ts';
import { readDisk, type Disk } from './disk.ts';
import { sqlRows } from '#server/app/database/read-rows.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

interface Series {
  labels: string;
  count: number;
  seconds: number;
  buckets: number[];
}

interface Measures {
  /** What counts answers of this kind, by their seconds. */
  of(method: string, route: string, status: number): (seconds: number) => void;
  all(): readonly Series[];
}

function createMeasures(): Measures {
  const series = new Map<string, Series>();
  return {
    of(method, route, status) {
      const labels = `method="${method}",route="${route}",status="${status}"`;
      const found = series.get(labels);
      const one = found ?? { labels, count: 0, seconds: 0, buckets: BUCKETS.map(() => 0) };
      if (!found) series.set(labels, one);
      return (seconds) => {
        one.count += 1;
        one.seconds += seconds;
        for (let index = BUCKETS.length - 1; index >= 0 && seconds <= (BUCKETS[index] ?? 0); index -= 1)
          one.buckets[index] = (one.buckets[index] ?? 0) + 1;
      };
    },
    all: () => [...series.values()],
  };
}

/**
 * Counts every answer by method, route (its pattern, so that ids make no new series) and status, and serves
 * GET /metrics in Prometheus' text format 0.0.4.
 */
export function serveMetrics(app: FastifyInstance, settings: Settings, ctxNow: () => Context | null): void {
  const measures = createMeasures();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    measures.of(request.method, route, reply.statusCode)(reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, settings))
      throw fail(403, 'METRICS_FORBIDDEN', 'Metrics are only available on this machine or with the token.');
    const text = [
      ...requestLines(measures.all()),
      ...processLines(delay.max / 1e9, delay.percentile(99) / 1e9),
      ...diskLines(ctxNow()?.disk() ?? readDisk(settings.DATA_DIR), settings),
      ...(await queueLines(ctxNow())),
      ...(await gaugeLines(ctxNow())),
    ];
    delay.reset();
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`${text.join('\n')}\n`);
  });
}

/** A request forwarded by a proxy on this machine is not a local one. */
function mayRead(request: FastifyRequest, { METRICS_TOKEN }: Settings): boolean {
  const { authorization, forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
  if (
    METRICS_TOKEN &&
    authorization &&
    timingSafeEqual(digest(authorization), digest(`Bearer ${METRICS_TOKEN}`))
  )
    return true;
  return (
    LOOPBACK.has(request.socket.remoteAddress ?? '') && forwarded === undefined && forwardedFor === undefined
  );
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function requestLines(all: readonly Series[]): string[] {
  const name = 'lll_http_request_duration_seconds';
  const lines = [`# HELP ${name} Time from a request's arrival to its answer.`, `# TYPE ${name} histogram`];
  for (const { labels, count, seconds, buckets } of all) {
    for (const [index, bound] of BUCKETS.entries())
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${buckets[index]}`);
    lines.push(
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${seconds.toFixed(6)}`,
      `${name}_count{${labels}} ${count}`,
    );
  }
  return lines;
}

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

function processLines(longest: number, usual: number): string[] {
  const memory = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of this process.', memory.rss),
    ...gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', memory.heapUsed),
    '# HELP process_cpu_seconds_total Processor time of this process.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${((user + system) / 1e6).toFixed(3)}`,
    ...gauge(
      'process_start_time_seconds',
      'When this process started.',
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
    ...gauge(
      'nodejs_eventloop_lag_max_seconds',
      'Longest event loop delay since the last look.',
      finite(longest),
    ),
    ...gauge(
      'nodejs_eventloop_lag_p99_seconds',
      '99th percentile of the event loop delay since the last look.',
      finite(usual),
    ),
  ];
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

function diskLines(disk: Disk | null, { LIMITS }: Settings): string[] {
  if (!disk) return [];
  return [
    ...gauge('lll_disk_free_bytes', 'Room on the disk of DATA_DIR.', disk.freeBytes),
    ...gauge('lll_disk_size_bytes', 'Size of the disk of DATA_DIR.', disk.totalBytes),
    ...gauge('lll_disk_needed_bytes', 'Below it uploads are rejected.', LIMITS.freeDisk),
  ];
}

/** Gauges of the slices and of the outbox; empty while the database is unavailable. */
async function gaugeLines(ctx: Context | null): Promise<string[]> {
  if (!ctx) return [];
  const read = await Promise.allSettled([mailGauges, ...ctx.gauges].map((gauges) => gauges(ctx)));
  return read
    .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    .flatMap(({ name, help, value }) => gauge(name, help, value));
}

async function mailGauges({ db, clock }: Context): Promise<Gauge[]> {
  const { waiting, oldestAt, givenUp } = await readOutbox(db);
  return [
    { name: 'lll_mail_waiting', help: 'Emails that were not sent yet.', value: waiting },
    {
      name: 'lll_mail_oldest_seconds',
      help: 'How long the oldest of them waits.',
      value: oldestAt ? Math.max(0, Math.round((clock.now() - oldestAt.getTime()) / 1000)) : 0,
    },
    { name: 'lll_mail_given_up', help: 'Emails that were given up.', value: givenUp },
  ];
}

const QueuedJobs = z.object({ name: z.string(), state: z.string(), jobs: z.number() });

/** Jobs by queue and state; `lll_up` is 0 while the site starts or its database is away. */
async function queueLines(ctx: Context | null): Promise<string[]> {
  const up = (value: 0 | 1): string[] =>
    gauge('lll_up', 'Whether the site is ready and its database answers.', value);
  if (!ctx) return up(0);
  try {
    const rows = await sqlRows(QueuedJobs)`
      select name, state::text as state, count(*) as jobs from pgboss.job
      where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(ctx.db);
    const lines = rows.map(({ name, state, jobs }) => `lll_jobs{queue="${name}",state="${state}"} ${jobs}`);
    return [
      ...up(1),
      '# HELP lll_jobs Jobs that wait, run or failed for good.',
      '# TYPE lll_jobs gauge',
      ...lines,
    ];
  } catch {
    return up(0);
  }
}
