import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Archive } from '#contract/archives/archives.ts';
import { writeZip } from '#server/adapters/zip/zip.ts';
import { makeLargeVideo } from '#server/testing/video-files.ts';
import type { Result } from './result.ts';
import { seed } from './seed.ts';
import { IS_SHORT } from './short.ts';
import { makeDataDir, startSite, type Site } from './site.ts';
import { callMeanwhile, residentMemoryOf, signIn } from './upload.bench.ts';

const VIDEO_COUNT = IS_SHORT ? 3 : 300;
const VIDEO_MB = 6;
const QUIET_MS = IS_SHORT ? 1_000 : 10_000;
const MAX_MIB = 64;
const MAX_MS = 100;

/** In its own process, streamed from the disk. */
const SEND = `
const [url, token, path] = process.argv.slice(1);
const form = new FormData();
form.append('file', await (await import('node:fs')).openAsBlob(path), 'archive.zip');
const answer = await fetch(url, { method: 'POST', headers: { authorization: 'Bearer ' + token }, body: form });
console.log(await answer.text());
`;

/** Videos that differ in a byte, so that each is looked at. */
async function makeArchive(folder: string): Promise<string> {
  const video = await makeLargeVideo(folder, 'film.mp4', VIDEO_MB);
  const path = join(folder, 'archive.zip');
  const videos = Array.from({ length: VIDEO_COUNT }, (_, at) => ({
    name: `films/${at}.mp4`,
    content: async () => {
      const content = Buffer.from(video);
      content.writeUInt32BE(at, content.length - 4);
      return Readable.from([content]);
    },
  }));
  await pipeline(writeZip(videos, new Date()), createWriteStream(path));
  return path;
}

/** The latency for others, and the peak memory, during `work`. */
async function watch<T>(site: Site, work: Promise<T>): Promise<{ p99: number; memory: number; result: T }> {
  let memory = 0;
  const calls = callMeanwhile(site, () => {
    memory = Math.max(memory, residentMemoryOf(site.pid));
  });
  const result = await work;
  return { p99: await calls.end(), memory, result };
}

async function send(url: string, token: string, path: string): Promise<Archive> {
  const args = ['--input-type=module', '-e', SEND, url, token, path];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const archive = JSON.parse(stdout) as Archive;
  if (!archive.id) throw new Error(stdout);
  return archive;
}

async function untilRead(site: Site, token: string, id: number): Promise<void> {
  for (let status = 'READING'; status === 'READING';) {
    await pause(500);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${site.url}/api/me/archives/${id}`, { headers });
    const archive = (await answer.json()) as Archive;
    ({ status } = archive);
    if (status !== 'READING' && archive.items?.length !== VIDEO_COUNT)
      throw new Error(JSON.stringify(archive));
  }
}

/** The latency for others while a creator imports a 2 GB archive with 300 videos, and the memory it takes. */
export async function benchArchive(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const folder = await mkdtemp(join(tmpdir(), 'lll-archive-'));
  const path = await makeArchive(folder);
  const site = await startSite(dataDir);
  try {
    await seed(dataDir);
    const token = await signIn(site);
    const quiet = await watch(site, pause(QUIET_MS));
    const coming = await watch(site, send(`${site.url}/api/me/archives`, token, path));
    const reading = await watch(site, untilRead(site, token, coming.result.id));
    const size = `${((VIDEO_COUNT * VIDEO_MB * (1 << 20)) / 1e9).toFixed(1)} GB`;
    const row = { unit: 'ms', reference: MAX_MS, against: 'the limit', atMost: 1 };
    return [
      { ...row, name: 'calls before, p99', ours: quiet.p99, atMost: Number.POSITIVE_INFINITY },
      { ...row, name: `calls while an archive of ${size} comes in, p99`, ours: coming.p99 },
      { ...row, name: `calls while its ${VIDEO_COUNT} films are looked at, p99`, ours: reading.p99 },
      {
        name: 'memory of it',
        ours: Math.max(coming.memory, reading.memory) - quiet.memory,
        reference: MAX_MIB,
        unit: 'MiB',
        against: 'the limit',
        atMost: 1,
      },
    ];
  } finally {
    await site.stop();
    await remove();
    await rm(folder, { recursive: true, force: true });
  }
}
