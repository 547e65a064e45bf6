import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { median } from './result.ts';
import type { BenchRequest } from './client.ts';
import { IS_SHORT } from './short.ts';

const run = promisify(execFile);
const CLIENT = path.join(import.meta.dirname, 'client.ts');
const CONNECTIONS = 10;
const [WARM_UP_SECONDS, SECONDS, ROUNDS] = IS_SHORT ? [0.1, 0.2, 1] : [2, 3, 3];

export interface Load {
  readonly url: string;
  /** Requested in turn, instead of that of `url`. */
  readonly paths?: readonly BenchRequest[];
  readonly headers?: Record<string, string>;
  readonly connections?: number;
  /** The request interval of each connection; without it, as fast as responses arrive. */
  readonly everyMs?: number;
}

export interface Report {
  requests: number;
  bytes: number;
  /** Milliseconds that half of the answers took at most, and 99 of 100. */
  p50: number;
  p99: number;
  bad: number;
  body: string;
}

/** Requests and bytes of bodies per second, from a process of its own. Any failed answer is an error. */
export async function measure(load: Load, seconds: number): Promise<Report> {
  const { url } = load;
  const task = JSON.stringify({ headers: {}, connections: CONNECTIONS, ...load, seconds });
  const running = run(process.execPath, [CLIENT]);
  running.child.stdin?.end(task);
  const { stdout } = await running;
  const report = JSON.parse(stdout) as Report;
  if (report.bad > 0) throw new Error(`${url}: ${report.bad} bad answers, the first: ${report.body}`);
  return report;
}

/**
 * Alternates between ours and the reference for several rounds after a warm-up, so that other load on the
 * machine affects both; returns the medians.
 */
export async function compare(
  ours: Load,
  reference: Load,
  what: 'requests' | 'bytes',
): Promise<{ ours: number; reference: number }> {
  await measure(ours, WARM_UP_SECONDS);
  await measure(reference, WARM_UP_SECONDS);
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    first.push((await measure(ours, SECONDS))[what]);
    second.push((await measure(reference, SECONDS))[what]);
  }
  return { ours: median(first), reference: median(second) };
}
