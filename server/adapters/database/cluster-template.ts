import { randomBytes } from 'node:crypto';
import { access, constants as fs, mkdir, open, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/**
 * A data folder that is set up already, in one compressed file: a start on an empty DATA_DIR unpacks it instead of
 * running initdb and every migration. Images bring one along (docs/decisions/076).
 */
export const TEMPLATE = path.join(import.meta.dirname, '../../../dist/cluster-18.zst');

const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts']);
const AT_ONCE = 16;
const COMPRESSION = 12;
/** `pg_control` of PostgreSQL 18: where its random bytes and its checksum lie. Source: src/include/catalog/pg_control.h */
const NONCE = { at: 257, bytes: 32 };
const CHECKSUM_AT = 292;
/** In the header of a segment's first page. Source: src/include/access/xlog_internal.h, XLogLongPageHeaderData */
const WAL_SYSTEM_AT = 24;

/** Name below the data folder, and bytes; -1 for a folder. */
type Entry = [name: string, bytes: number];

/** Packs the folder of a server that was stopped; of the WAL only the segment named, in which the shutdown lies. */
export async function packCluster(data: string, segment: string, compression = COMPRESSION): Promise<Buffer> {
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  for (const found of await readdir(data, { recursive: true, withFileTypes: true })) {
    const name = path.relative(data, path.join(found.parentPath, found.name));
    const isOtherWal = /^pg_wal\/[0-9A-F]{24}$/.test(name) && found.name !== segment;
    if (LEFT_OUT.has(name) || isOtherWal) continue;
    if (found.isDirectory()) entries.push([name, -1]);
    else {
      const content = await readFile(path.join(data, name));
      entries.push([name, content.length]);
      contents.push(content);
    }
  }
  const params = { [constants.ZSTD_c_compressionLevel]: compression };
  return promisify(zstdCompress)(Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...contents]), {
    params,
  });
}

/**
 * Unpacks into a folder that exists and is empty, on the disk for good, as a cluster with an identity of its own.
 * `user`: whose it is to be, where that isn't ourselves.
 */
export async function unpackCluster(
  packed: Buffer,
  folder: string,
  user?: { uid: number; gid: number },
): Promise<void> {
  const all = await promisify(zstdDecompress)(packed);
  const end = all.indexOf('\n');
  const entries = JSON.parse(all.toString('utf8', 0, end)) as Entry[];
  let at = end + 1;
  const files = entries.flatMap(([name, bytes]) => {
    if (bytes < 0) return [];
    at += bytes;
    return { name, content: all.subarray(at - bytes, at) };
  });
  giveIdentity(files);
  await chooseSharedMemory(files);
  const folders = entries.filter(([, bytes]) => bytes < 0).map(([name]) => path.join(folder, name));
  // a folder comes before what is in it
  for (const each of folders) await mkdir(each, { mode: 0o700 });
  await forEach(files, ({ name, content }) => write(path.join(folder, name), content, user));
  await forEach([...folders, folder], async (each) => {
    const handle = await open(each, 'r');
    if (user) await handle.chown(user.uid, user.gid);
    await handle.sync();
    await handle.close();
  });
}

/**
 * initdb draws a number for each cluster (its time and some bits more), by which a replica and an archive know whose
 * they are: two sites of one image must not have the same.
 */
function giveIdentity(files: { name: string; content: Buffer }[]): void {
  const system = (BigInt(Math.floor(Date.now() / 1000)) << 32n) | BigInt(randomBytes(4).readUInt32LE());
  for (const { name, content } of files) {
    if (name.startsWith('pg_wal/')) content.writeBigUInt64LE(system, WAL_SYSTEM_AT);
    if (name !== 'global/pg_control') continue;
    content.writeBigUInt64LE(system, 0);
    randomBytes(NONCE.bytes).copy(content, NONCE.at);
    content.writeUInt32LE(crc32c(content.subarray(0, CHECKSUM_AT)), CHECKSUM_AT);
  }
}

/** initdb tries what works on a machine: a container may come without a /dev/shm to write to. */
async function chooseSharedMemory(files: { name: string; content: Buffer }[]): Promise<void> {
  const works = await access('/dev/shm', fs.W_OK).then(
    () => true,
    () => false,
  );
  const file = files.find(({ name }) => name === 'postgresql.conf');
  if (works || !file) return;
  const text = file.content.toString().replace(/^(dynamic_shared_memory_type = )posix/m, '$1mmap');
  file.content = Buffer.from(text);
}

/** Castagnoli's, which PostgreSQL uses; Node's is another one. */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

/** Some at a time. */
async function forEach<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const run = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

async function write(file: string, content: Buffer, user?: { uid: number; gid: number }): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    if (user) await handle.chown(user.uid, user.gid);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
