import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { runStatements } from '#server/adapters/database/sql.ts';
import { startReading } from './load-client.ts';
import { median, type Result } from './result.ts';
import { seed } from './seed.ts';
import { makeDataDir, startSite } from './site.ts';

const run = promisify(execFile);
const FILES = 16;
const FILE_BYTES = 64 * 1024 * 1024;
const ROWS = 1_000_000;
const ROUNDS = 3;
const MAX_P99_MS = 100;

/** A backup of 1 GB of media and a million rows while people read, in turn with `tar` of the same folder. */
export async function benchBackup(): Promise<Result[]> {
  const { dataDir, remove } = await makeDataDir();
  const site = await startSite(dataDir);
  try {
    await seed(dataDir);
    await fill(dataDir);
    const [ours, bare, waits]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await archive(dataDir, 'tar', ['-cf', 'bare.tar', 'media', 'postgres']));
      const reading = startReading(site);
      ours.push(
        await archive(dataDir, process.execPath, [
          'build/run.mjs',
          'server/shell/admin.ts',
          'backup',
          'ours.tar',
        ]),
      );
      waits.push(await reading.stop());
    }
    process.stderr.write(`${JSON.stringify({ ours, bare, waits })}\n`);
    return [
      {
        name: 'backup of 1 GB and 1,000,000 rows',
        ours: median(ours),
        reference: median(bare),
        unit: 'MB/s',
        against: 'tar',
        atLeast: 0.5,
      },
      {
        name: "readers' p99 meanwhile",
        ours: median(waits),
        reference: MAX_P99_MS,
        unit: 'ms',
        against: 'the bar',
        atMost: 1,
      },
    ];
  } finally {
    await site.stop();
    await remove();
  }
}

async function fill(dataDir: string): Promise<void> {
  const media = path.join(dataDir, 'media/videos/0/bench');
  await mkdir(media, { recursive: true });
  for (let at = 0; at < FILES; at += 1)
    await writeFile(path.join(media, `${at}.mp4`), randomBytes(FILE_BYTES));
  const server = await openDatabaseServer({ dataDir, log: () => {} });
  try {
    await runStatements(server.connection(), [
      // without a comment's side effects, which are not measured
      'set session_replication_role = replica',
      `insert into comments (video_id, guest_name, person, text) select (select min(id) from videos), 'guest', 'v' || i,
        'What somebody had to say, number ' || i from generate_series(1, ${ROWS}) i`,
      'vacuum analyze comments',
      'checkpoint',
    ]);
  } finally {
    await server.stop();
  }
}

/** Megabytes a second. */
async function archive(dataDir: string, program: string, args: string[]): Promise<number> {
  const file = path.join(dataDir, args.find((arg) => arg.endsWith('.tar')) ?? '');
  const isOurs = program === process.execPath;
  const began = performance.now();
  // tar reports files of a running database that change during the backup
  await run(program, isOurs ? args.with(-1, file) : args, {
    cwd: isOurs ? process.cwd() : dataDir,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
  }).catch((error: unknown) => {
    if (isOurs || (error as { code?: number }).code !== 1) throw error;
  });
  const seconds = (performance.now() - began) / 1000;
  const { size } = await stat(file);
  await rm(file);
  return size / 1e6 / seconds;
}
