import { MessageError, msg } from '#contract/text/message.ts';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { fullDisk, isFull } from '#server/app/observe/disk.ts';
import { listNamedFiles, listUnnamed, SWEPT_FOLDERS } from '#server/submissions/orphans.store.ts';
import { CHECKS_FAILED, failed, inGigabytes, ok, warning, type Check } from './check.ts';
import { sumUploads } from './diagnostics.store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** More recent files may belong to an upload; the nightly sweep deletes orphans. */
const YOUNG_MS = 3 * DAY_MS;
/** Counting stops after this time: a large store is counted in part. */
const COUNT_MS = 3000;
const BATCH = 500;
const MAX_NAMED = 20_000;
const MIN_DAYS = 30;
/** The renditions of an original have about its size together. */
const SIZE_OF_ALL = 2;
const STORE = msg('Check that STORAGE_URL is correct and the folder or bucket is writable.');

export const storageChecks: Check[] = [
  {
    name: msg('Media'),
    advice: STORE,
    async run({ storage }) {
      await probe(await storage());
      return ok(msg('Read/write test passed'));
    },
  },
  {
    name: msg('Unused files'),
    advice: STORE,
    async run(parts) {
      const { files, unnamed, whole } = await countOrphans(
        await parts.storage(),
        parts.database().db,
        parts.clock.now(),
      );
      const text = whole
        ? msg`${unnamed} of ${files} files are unused`
        : msg`${unnamed} of ${files} files are unused (partial count)`;
      return unnamed > 200
        ? warning(
            text,
            msg('The nightly cleanup removes them. If they remain, see its log entry for the reason.'),
          )
        : ok(text);
    },
  },
  {
    name: msg('Missing files'),
    advice: STORE,
    async run(parts) {
      const { named, missing, first } = await countMissing(
        await parts.storage(),
        await listNamedFiles(parts.database().db, MAX_NAMED),
      );
      if (missing === 0) return ok(msg`all ${named} checked files found`);
      return failed(
        msg`${missing} of ${named} are missing, starting with ${first ?? ''}`,
        msg('Restore them from a backup, or check whether STORAGE_URL has changed.'),
      );
    },
  },
  {
    name: msg('Disk'),
    advice: msg('Check that DATA_DIR is mounted.'),
    async run(parts) {
      const { settings, storage, clock } = parts;
      const disk = parts.disk();
      if (!disk) throw new MessageError(CHECKS_FAILED.AWAY(settings.DATA_DIR));
      if (isFull(disk)) return failed(msg`the disk of ${disk.folder} is full`, fullDisk(disk));
      const free = Math.min(
        disk.freeBytes,
        (await (await storage()).freeBytes()) ?? Number.POSITIVE_INFINITY,
      );
      if (free < 2 * settings.LIMITS.freeDisk)
        return failed(
          msg`only ${inGigabytes(free)} free in ${settings.DATA_DIR}`,
          msg(
            'Free up space or move to a larger disk. Uploads are rejected below the freeDisk value in LIMITS.',
          ),
        );
      const week = await sumUploads(parts.database().db, new Date(clock.now() - 7 * DAY_MS));
      if (week === 0) return ok(msg`${inGigabytes(free)} free`);
      const days = Math.floor(free / ((week * SIZE_OF_ALL) / 7));
      const text =
        days > 3650
          ? msg`${inGigabytes(free)} free, enough for years at this week's rate`
          : msg`${inGigabytes(free)} free, enough for about ${days} days at this week's rate`;
      return days < MIN_DAYS
        ? warning(text, msg('Make room, or move the media to a bucket (move-media).'))
        : ok(text);
    },
  },
];

async function probe(storage: Storage): Promise<void> {
  const key = `check-${crypto.randomUUID()}`;
  const bytes = Buffer.from(key);
  try {
    await storage.write(key, Readable.from([bytes]));
    const back = await storage.read(key);
    if (!bytes.equals(Buffer.isBuffer(back) ? back : await buffer(back)))
      throw new MessageError(CHECKS_FAILED.READ_DIFFERS());
  } finally {
    await storage.remove(key);
  }
  if (await storage.stat(key)) throw new MessageError(CHECKS_FAILED.NOT_DELETED());
}

async function countOrphans(storage: Storage, db: Parameters<typeof listUnnamed>[0], now: number) {
  const until = Date.now() + COUNT_MS;
  let files = 0;
  let unnamed = 0;
  for (const folder of SWEPT_FOLDERS) {
    let keys: string[] = [];
    const count = async () => {
      files += keys.length;
      unnamed += (await listUnnamed(db, keys)).length;
      keys = [];
    };
    for await (const { key, modifiedAt } of storage.list(folder)) {
      if (modifiedAt.getTime() > now - YOUNG_MS) continue;
      if (keys.push(key) < BATCH) continue;
      await count();
      if (Date.now() > until) return { files, unnamed, whole: false };
    }
    await count();
  }
  return { files, unnamed, whole: true };
}

async function countMissing(storage: Storage, keys: string[]) {
  const until = Date.now() + COUNT_MS;
  const missing: string[] = [];
  let named = 0;
  for (; named < keys.length && Date.now() < until; named += 16) {
    const some = keys.slice(named, named + 16);
    const found = await Promise.all(some.map((key) => storage.stat(key)));
    missing.push(...some.filter((_, at) => found[at] === null));
  }
  return { named: Math.min(named, keys.length), missing: missing.length, first: missing[0] };
}
