import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openStorage } from '#server/adapters/storage/open.ts';
import type { Listed, Storage } from '#server/adapters/storage/storage.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { decodeAnyFacts, decodeFacts, encodeFacts, writeFacts, type Facts } from './facts.ts';
import { mediaFolder } from './media-copy.ts';
import { chooseRetained } from './retention.rules.ts';
import { sha256OfFile } from './sealed-files.ts';
import { changed, changedInBucket, changedOnce } from './failures.ts';

/** `<site>/<name>.facts`, and by its hash whatever the facts name: `<site>/files/ab/ab12…`. */
const FACTS = /^([0-9a-f]{16})\/(lll-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.facts$/;
const FILE = /^[0-9a-f]{16}\/files\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
const DAY_MS = 24 * 3600 * 1000;
/** So many files at once: a bucket answers late rather than slowly. */
const LANES = 4;
/** Of those that were there before, read back each time. */
const COMPARED_FILES = 20;

const fileKey = (site: string, hash: string) => `${site}/files/${hash.slice(0, 2)}/${hash}`;
const factsKey = (site: string, name: string) => `${site}/${name}.facts`;

/** The bucket of BACKUP_S3_URL. Credentials of its own, else those of the media's. */
export function openBucket(settings: Settings): Promise<Storage> {
  if (settings.BACKUP_S3_URL === undefined) throw new Error('BACKUP_S3_URL is not set.');
  const url = new URL(settings.BACKUP_S3_URL);
  const [id, secret] = [url.username, url.password].map(decodeURIComponent);
  url.username = url.password = '';
  return openStorage(url.href, id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined);
}

/**
 * Uploads a backup of the folder, skipping existing files, and reads back the archive and some of the files. The facts
 * go last, as they complete a backup. Rejects when something differs from the facts.
 */
export async function sendBackup(
  bucket: Storage,
  { folder, site, facts, key }: { folder: string; site: string; facts: Facts; key: string | undefined },
  random: () => number = Math.random,
): Promise<{ sent: number; retained: number }> {
  const there = new Set<string>();
  for await (const { key } of bucket.list(`${site}/files`)) there.add(key);
  const media = new Map(facts.media?.map(([file, hash]) => [hash, file]));
  const old = [...media.keys()].filter((hash) => there.has(fileKey(site, hash)));
  const missing = [...media].filter(([hash]) => !there.has(fileKey(site, hash)));
  await inLanes(missing, ([hash, file]) =>
    sendFile(bucket, fileKey(site, hash), path.join(mediaFolder(folder, facts.sealed), file), hash),
  );
  const { file, sha256 } = facts.archive;
  await sendFile(bucket, fileKey(site, sha256), path.join(folder, file), sha256);
  const chosen = old
    .map((hash) => ({ hash, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, COMPARED_FILES);
  for (const hash of [sha256, ...chosen.map((each) => each.hash)])
    await compare(bucket, fileKey(site, hash), hash);
  await bucket.write(factsKey(site, facts.name), Readable.from([Buffer.from(encodeFacts(facts, key))]));
  return { sent: missing.length, retained: old.length };
}

async function sendFile(bucket: Storage, key: string, file: string, hash: string): Promise<void> {
  const { sha256 } = await bucket.write(key, createReadStream(file, { highWaterMark: 1 << 20 }));
  if (sha256 === hash) return;
  await bucket.remove(key);
  throw changed(file);
}

/** What isn't as it was sent is removed, so that the next backup sends it again. */
async function compare(bucket: Storage, key: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(await readKey(bucket, key), hash);
  if (hash.digest('hex') === expected) return;
  await bucket.remove(key);
  throw changedOnce(key);
}

export interface StoredBackup {
  site: string;
  name: string;
}

/** The newest first. */
export async function listBucket(bucket: Storage): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for await (const { key } of bucket.list()) {
    const [, site, name] = FACTS.exec(key) ?? [];
    if (site !== undefined && name !== undefined) found.push({ site, name });
  }
  return found.toSorted((a, b) => (a.name < b.name ? 1 : -1));
}

/**
 * Deletes a site's backups past their retention, and files older than a day that no other backup references: newer ones
 * may belong to a backup in progress. Returns the names of the deleted backups.
 */
export async function pruneBucket(
  bucket: Storage,
  { site, key, now }: { site: string; key: string | undefined; now: number },
): Promise<string[]> {
  const listed: Listed[] = [];
  for await (const each of bucket.list(site)) listed.push(each);
  const all: Facts[] = [];
  for (const entry of listed) {
    const [, , name] = FACTS.exec(entry.key) ?? [];
    if (name === undefined) continue;
    const facts = await readBucketFacts(bucket, { site, name })
      .then((encoded) => decodeAnyFacts(encoded, name, key))
      .catch(() => null);
    // a damaged one may name anything: nothing is deleted until the owner has looked
    if (facts === null) return [];
    all.push(facts);
  }
  const retained = chooseRetained(all.map(({ createdAt }) => createdAt));
  const expired = all.filter(({ createdAt }) => !retained.has(createdAt));
  for (const { name } of expired) await bucket.remove(factsKey(site, name));
  const named = new Set(
    all
      .filter(({ createdAt }) => retained.has(createdAt))
      .flatMap(({ archive, media }) => [archive.sha256, ...(media ?? []).map(([, hash]) => hash)])
      .map((hash) => fileKey(site, hash)),
  );
  for (const each of listed) {
    const isOld = now - each.modifiedAt.getTime() > DAY_MS;
    const isUnnamed = FILE.test(each.key) && !named.has(each.key);
    if (isUnnamed && isOld) await bucket.remove(each.key);
  }
  return expired.map(({ name }) => name);
}

/** The most that facts of a million files take. */
const MAX_FACTS_BYTES = 512e6;

async function readBucketFacts(bucket: Storage, { site, name }: StoredBackup): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await readKey(bucket, factsKey(site, name))) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_FACTS_BYTES) throw new Error(`The facts of ${name} in the bucket are too large.`);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Downloads a backup from the bucket into the folder, to be verified and restored there. Skips existing files, so that
 * an interrupted call can be resumed.
 */
export async function fetchBackup(
  bucket: Storage,
  { folder, name, key }: { folder: string; name: string; key: string | undefined },
): Promise<void> {
  const [found, ...more] = (await listBucket(bucket)).filter((each) => each.name === name);
  if (!found) throw new Error(`There is no backup ${name} in the bucket.`);
  if (more.length > 0) throw new Error(`Several sites have a backup ${name} in the bucket.`);
  const facts = decodeFacts(await readBucketFacts(bucket, found), name, key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const media = mediaFolder(folder, facts.sealed);
  const files = [
    { target: inside(folder, facts.archive.file), hash: facts.archive.sha256 },
    ...(facts.media ?? []).map(([file, hash]) => ({ target: inside(media, file), hash })),
  ];
  await inLanes(files, ({ target, hash }) => fetchFile(bucket, fileKey(found.site, hash), target, hash));
  // last: without them there is no backup
  await writeFacts(folder, facts, key);
}

async function fetchFile(bucket: Storage, key: string, target: string, hash: string): Promise<void> {
  if ((await stat(target).catch(() => null)) && (await sha256OfFile(target)) === hash) return;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const partial = `${target}.fetching`;
  await pipeline(await readKey(bucket, key), createWriteStream(partial, { mode: 0o600 }));
  if ((await sha256OfFile(partial)) !== hash) {
    await rm(partial);
    throw changedInBucket(key);
  }
  await rename(partial, target);
}

/** A bucket is not trusted: its facts can't name files outside the folder. */
function inside(folder: string, file: string): string {
  const target = path.resolve(folder, file);
  if (!target.startsWith(folder + path.sep))
    throw new Error(`The facts name ${file}, which is outside the folder.`);
  return target;
}

async function readKey(bucket: Storage, key: string): Promise<Readable> {
  const content = await bucket.read(key);
  return Buffer.isBuffer(content) ? Readable.from([content]) : content;
}

/** Runs some in parallel. Rejects with the first failure, once those in progress have finished. */
async function inLanes<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  // a generator: a lane that throws ends it for the others, too
  const queue = (function* () {
    yield* items;
  })();
  const lane = async () => {
    for (const item of queue) await act(item);
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const each of lanes) if (each.status === 'rejected') throw each.reason;
}
