import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PROJECT } from '#server/testing/process.ts';
import { startBucket, type TestBucket } from '#server/testing/s3.ts';
import { reportBar, reportProgress, SOAK, soakTest } from '#server/testing/soak.ts';
import { moveFiles } from './move.ts';
import { openStorage } from './open.ts';
import type { Storage } from './storage.ts';

vi.setConfig({ testTimeout: SOAK ? 3_600_000 : 240_000 });

let folder: string;
let bucket: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lll-move-'));
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

async function fill(storage: Storage, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await storage.write(`videos/${n}/aaaaaaaaaaaa/video.mp4`, Readable.from([randomBytes(1 + n * 7)]));
}

async function contentOf(storage: Storage): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for await (const { key } of storage.list()) {
    const content = await storage.read(key);
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    found.push([key, createHash('sha256').update(bytes).digest('hex')]);
  }
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same by the files of the bucket's service itself, which takes seconds to list thousands. */
async function contentOfBucket(name: string): Promise<Record<string, string>> {
  const [top, ending] = [path.join(bucket.dir, 'clips', name), '._S3rver_object'];
  const found: [string, string][] = [];
  for (const file of await readdir(top, { recursive: true })) {
    if (!file.endsWith(ending)) continue;
    const hash = createHash('sha256').update(await readFile(path.join(top, file)));
    found.push([file.slice(0, -ending.length), hash.digest('hex')]);
  }
  return Object.fromEntries(found);
}

test('copies from a folder to a bucket and back, including files added meanwhile, and deletes only what arrived', async () => {
  const disk = await openStorage(`file:${folder}/first`);
  const s3 = await openStorage(bucket.storageUrl('there'));
  await fill(disk, 20);
  await disk.write('settings/mark.png', Readable.from([Buffer.alloc(3_000_000, 'm')]));
  const journal = path.join(folder, 'there.journal');
  let late = false;
  const onMoved = () => {
    if (late) return;
    late = true;
    void disk.write('videos/99/late/video.mp4', Readable.from([Buffer.from('late')]));
  };
  expect(await moveFiles(disk, s3, { journal, remove: false, onProgress: onMoved })).toMatchObject({
    removed: 0,
  });
  // whatever moment the late one came: the next call has it
  await moveFiles(disk, s3, { journal, remove: false });
  const all = await contentOf(disk);
  expect(Object.keys(all)).toHaveLength(22);
  expect(await contentOf(s3)).toEqual(all);
  // missing at the target though the journal has it: copied again, not deleted
  await s3.remove('settings/mark.png');
  expect(await moveFiles(disk, s3, { journal, remove: true })).toMatchObject({ copied: 1, removed: 22 });
  expect(await contentOf(disk)).toEqual({});
  const back = await openStorage(`file:${folder}/back`);
  await moveFiles(s3, back, { journal: path.join(folder, 'back.journal'), remove: false });
  expect(await contentOf(back)).toEqual(all);
});

test('a file that arrives altered is not counted and does not stay at the target', async () => {
  const disk = await openStorage(`file:${folder}/honest`);
  const broken = await openStorage(`file:${folder}/broken`);
  await fill(disk, 1);
  const write = broken.write.bind(broken);
  broken.write = async (key, source) => {
    const stored = await write(key, source);
    await write(key, Readable.from([Buffer.from('rot')]));
    return stored;
  };
  const journal = path.join(folder, 'broken.journal');
  await expect(moveFiles(disk, broken, { journal, remove: true })).rejects.toThrow('did not arrive');
  expect(await contentOf(broken)).toEqual({});
  expect(Object.keys(await contentOf(disk))).toHaveLength(1);
});

soakTest('after being killed repeatedly, it ends with every file present exactly once', async () => {
  const [files, kills] = SOAK ? [10_000, 20] : [40, 1];
  const dataDir = path.join(folder, 'data');
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
  const source = `file:${folder}/killed`;
  const target = bucket.storageUrl('killed');
  const disk = await openStorage(source);
  await fill(disk, files);
  const all = await contentOf(disk);
  const env = { ...process.env, DATA_DIR: dataDir, STORAGE_URL: target, LOG_LEVEL: 'silent' };
  const move = () =>
    spawn(process.execPath, ['server/shell/admin.ts', 'move-media', source, target, '--delete'], {
      cwd: PROJECT,
      env,
      stdio: 'ignore',
    });
  const copied = async () => {
    const [journal] = (await readdir(dataDir).catch(() => [])).filter((name) =>
      name.startsWith('.move-media-'),
    );
    return journal
      ? (await readFile(path.join(dataDir, journal), 'utf8')).split('\n').filter(Boolean).length
      : 0;
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    const child = move();
    const ended = once(child, 'exit');
    while (child.exitCode === null && (await copied()) < (files * kill) / (kills + 1)) await delay(2);
    child.kill('SIGKILL');
    await ended;
    reportProgress(kill, kills);
  }
  const [code] = (await once(move(), 'exit')) as [number];
  expect(code).toBe(0);
  const arrived = await contentOfBucket('killed');
  const left = await contentOf(disk);
  const about = `${kills} kills during a move of ${files.toLocaleString('en')} files`;
  const keys = Object.keys(all);
  reportBar(`${about}, lost or damaged`, keys.filter((key) => arrived[key] !== all[key]).length, 0);
  const extra = Object.keys(arrived).filter((key) => !(key in all));
  reportBar(`${about}, double`, extra.length + Object.keys(left).length, 0);
  expect(arrived).toEqual(all);
  expect(left).toEqual({});
});
