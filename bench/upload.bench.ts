import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { end, freePort, untilAnswers } from './reference.ts';
import type { Reference } from './reference.ts';
import { median } from './result.ts';
import type { Result } from './result.ts';
import { ADMIN } from './site.ts';
import type { Site } from './site.ts';

const run = promisify(execFile);
const SENDER = path.join(import.meta.dirname, 'sender.ts');
const BYTES = 300 * 1024 * 1024;
const ROUNDS = 3;

const BARE = `
const { createWriteStream } = require('node:fs');
const { createServer } = require('node:http');
const { pipeline } = require('node:stream/promises');
const [port, file] = process.argv.slice(1);
createServer(async (request, reply) => {
  if (request.method === 'POST') await pipeline(request, createWriteStream(file));
  reply.end('{}');
}).listen(Number(port), '127.0.0.1');
`;

/** The least an upload can be: node:http piped into a file. */
async function startBareReceiver(folder: string): Promise<Reference> {
  const port = await freePort();
  const args = ['-e', BARE, String(port), path.join(folder, 'received')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}/`;
  await untilAnswers(url, child);
  return { url, pid: child.pid ?? 0, stop: () => end(child) };
}

export async function signIn(site: Site): Promise<string> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function send(url: string, token: string): Promise<number> {
  const { stdout } = await run(process.execPath, [SENDER, JSON.stringify({ url, token, bytes: BYTES })]);
  const { status, seconds } = JSON.parse(stdout) as { status: number; seconds: number };
  if (status >= 300) throw new Error(`${url} answered an upload with ${status}`);
  return BYTES / 1024 / 1024 / seconds;
}

/** MiB of the process's own memory, without the page cache. */
export function residentMemoryOf(pid: number): number {
  return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** One call after the other, each answered again from the database, until its end: the p99 of their waits in ms. */
export function callMeanwhile(site: Site, onCall: () => void = () => {}): { end(): Promise<number> } {
  const waits: number[] = [];
  let busy = true;
  const calling = (async () => {
    while (busy) {
      const began = performance.now();
      await fetch(`${site.url}/api/videos?limit=10&q=x${waits.length}`).then((answer) =>
        answer.arrayBuffer(),
      );
      waits.push(performance.now() - began);
      onCall();
    }
  })();
  return {
    async end() {
      busy = false;
      await calling;
      return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
    },
  };
}

/**
 * 300 MB through the multipart route compared with piping it into a file; its memory, and the latency for
 * others.
 */
export async function benchUpload(site: Site): Promise<Result[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lll-receive-'));
  const bare = await startBareReceiver(folder);
  const token = await signIn(site);
  const url = `${site.url}/api/submissions/upload`;
  const ours: number[] = [];
  const reference: number[] = [];
  let peak = 0;
  const before = residentMemoryOf(site.pid);
  const calls = callMeanwhile(site, () => {
    peak = Math.max(peak, residentMemoryOf(site.pid) - before);
  });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await send(url, token));
      reference.push(await send(bare.url, token));
    }
  } finally {
    await calls.end();
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const p99 = await calls.end();
  return [
    {
      name: '300 MB upload',
      ours: median(ours),
      reference: median(reference),
      unit: 'MiB/s',
      against: 'node:http into a file',
      atLeast: 0.7,
    },
    { name: 'memory of it', ours: peak, reference: 64, unit: 'MiB', against: 'the limit', atMost: 1 },
    { name: 'calls meanwhile, p99', ours: p99, reference: 100, unit: 'ms', against: 'the limit', atMost: 1 },
  ];
}
