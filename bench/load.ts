import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { median } from './result.ts';

const run = promisify(execFile);
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
const CONNECTIONS = 10;

export interface Load {
  readonly url: string;
  readonly headers?: Record<string, string>;
}

interface Report {
  errors: number;
  non2xx: number;
  duration: number;
  requests: { total: number };
  throughput: { total: number };
}

/** Requests and bytes per second over `seconds`, from a process of its own. Any failed answer is an error. */
async function measure({ url, headers = {} }: Load, seconds: number): Promise<{ requests: number; bytes: number }> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = [AUTOCANNON, '-c', String(CONNECTIONS), '-d', String(seconds), '-j', '-n', ...flags, url];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  const report = JSON.parse(stdout) as Report;
  if (report.errors + report.non2xx > 0) throw new Error(`${url}: ${report.non2xx} bad answers, ${report.errors} errors`);
  return { requests: report.requests.total / report.duration, bytes: report.throughput.total / report.duration };
}

/**
 * Ours and the reference in turn, several rounds after a warm-up, so that whatever else the machine does hits
 * both; the medians.
 */
export async function compare(ours: Load, reference: Load, what: 'requests' | 'bytes'): Promise<{ ours: number; reference: number }> {
  await measure(ours, 2);
  await measure(reference, 2);
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    first.push((await measure(ours, 3))[what]);
    second.push((await measure(reference, 3))[what]);
  }
  return { ours: median(first), reference: median(second) };
}
