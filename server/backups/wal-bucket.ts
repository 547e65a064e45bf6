import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { factsKey, FACTS, fetchBackup, fetchFile, inLanes } from './bucket.ts';
import { chooseDays } from './retention.rules.ts';
import {
  baseFile,
  choosePruned,
  endOf,
  inWords,
  lineFolder,
  parseLine,
  planMoment,
  rangesOf,
  readLines,
  readSizes,
  walFolder,
  writeBase,
  type Line,
} from './wal-files.ts';

/** `<site>/wal/<line>/<file>`; a name of a file is longer than a part of a key may be, so that a segment's is two. */
const WAL = /^([0-9a-f]{16})\/wal\/([0-9a-f]{12}\/.+)$/;
const keyOf = (site: string, place: string) =>
  `${site}/wal/${place.replace(/^([^/]+\/[0-9A-F]{24})\./, '$1/')}`;
const placeOf = (rest: string) => rest.replace(/^([^/]+\/[0-9A-F]{24})\//, '$1.');

/** Lines from `<line>/<file>`. */
function linesOf(places: Iterable<string>): Line[] {
  const files = new Map<string, string[]>();
  for (const place of places) {
    const { dir, base } = path.posix.parse(place);
    files.set(dir, [...(files.get(dir) ?? []), base]);
  }
  return [...files].map(([id, names]) => parseLine(id, names));
}

/** What is of use in these lines, as `<line>/<file>`: segments in their order, then the backups that they lead on from. */
const placesOf = (lines: readonly Line[]): string[] => [
  ...lines.flatMap(({ id, segments }) =>
    [...segments.values()].map(({ file }) => `${id}/${file}`).toSorted(),
  ),
  ...lines.flatMap(({ id, bases }) => bases.map((base) => `${id}/${baseFile(base)}`)),
];

/**
 * Brings the bucket's copy of the archive of WAL up to the folder's: what is new is sent, what was replaced or leads on
 * from no backup that the bucket has of the last 7 days is removed there. Of another line than the folder's nothing is
 * lost: the disk may be new.
 */
export async function sendArchive(
  bucket: Storage,
  { folder, site, maxBytes }: { folder: string; site: string; maxBytes: number },
): Promise<{ sent: number; removed: number }> {
  const there = new Map<string, number>();
  for await (const { key, size } of bucket.list(`${site}/wal`)) {
    const [, , rest] = WAL.exec(key) ?? [];
    if (rest !== undefined) there.set(placeOf(rest), size);
  }
  const local = await readLines(folder);
  const lines = linesOf([...there.keys(), ...placesOf(local)]);
  const sizes = new Map([...(await readSizes(folder, local)), ...there]);
  const pruned = choosePruned(lines, sizes, { kept: await listKept(bucket, site, lines), maxBytes });
  const wanted = placesOf(lines.filter(({ id }) => !pruned.lines.has(id))).filter(
    (place) => !pruned.files.has(place),
  );
  const fresh = wanted.filter((place) => !there.has(place));
  // by the name of its file alone a backup leads on to segments that have to be there
  const isBase = (place: string) => /\.base\.[^/]+$/.test(place);
  let sent = 0;
  const send = async (place: string) => {
    if (await sendPlace(bucket, folder, site, place)) sent += 1;
  };
  await inLanes(
    fresh.filter((place) => !isBase(place)),
    send,
  );
  await inLanes(fresh.filter(isBase), send);
  // the archive went on meanwhile: what took the place of another comes with the next call
  if (sent < fresh.length) return { sent, removed: 0 };
  const gone = [...there.keys()].filter(
    (place) => !wanted.includes(place) && linesOf([place]).some(holdsAny),
  );
  for (const place of gone) await bucket.remove(keyOf(site, place));
  return { sent, removed: gone.length };
}

/** What isn't ours is left where it is. */
const holdsAny = ({ segments, bases }: Line): boolean => segments.size + bases.length > 0;

/** Whether it was still there. */
async function sendPlace(bucket: Storage, folder: string, site: string, place: string): Promise<boolean> {
  const file = path.join(walFolder(folder), place);
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  try {
    const { sha256 } = await bucket.write(keyOf(site, place), source);
    const [line] = linesOf([place]);
    const [segment] = line?.segments.values() ?? [];
    if (!segment || segment.sha256 === sha256) return true;
  } catch (error) {
    if (await stat(file).catch(() => null)) throw error;
    return false;
  }
  await bucket.remove(keyOf(site, place));
  throw new Error(`${file} was changed.`);
}

/** The backups of the last 7 days that the bucket has. */
async function listKept(bucket: Storage, site: string, lines: readonly Line[]): Promise<Set<string>> {
  const bases = [];
  for (const base of lines.flatMap((line) => line.bases))
    if (await bucket.stat(factsKey(site, base.name))) bases.push(base);
  const days = chooseDays(bases.map(({ endedAt }) => endedAt));
  return new Set(bases.filter(({ endedAt }) => days.has(endedAt)).map(({ name }) => name));
}

/** Until when the bucket's copy gets; 0: there is none. */
export async function readSentUntil(bucket: Storage, site: string): Promise<number> {
  const places: string[] = [];
  for await (const { key } of bucket.list(`${site}/wal`)) {
    const [, , rest] = WAL.exec(key) ?? [];
    if (rest !== undefined) places.push(placeOf(rest));
  }
  return Math.max(0, ...linesOf(places).map(endOf));
}

export interface SiteArchive {
  site: string;
  lines: Line[];
}

/** The archives of all sites in the bucket, with the backups that are there, too. */
export async function listArchives(bucket: Storage): Promise<SiteArchive[]> {
  const places = new Map<string, string[]>();
  const backups = new Set<string>();
  for await (const { key } of bucket.list()) {
    const [, site, rest] = WAL.exec(key) ?? [];
    if (site !== undefined && rest !== undefined)
      places.set(site, [...(places.get(site) ?? []), placeOf(rest)]);
    else if (FACTS.test(key)) backups.add(key);
  }
  return [...places].map(([site, files]) => ({
    site,
    lines: linesOf(files).map((line) => ({
      ...line,
      bases: line.bases.filter(({ name }) => backups.has(factsKey(site, name))),
    })),
  }));
}

/**
 * Brings what a restore to this moment needs from the bucket into the folder: the backup before it and the segments
 * since. What is there already stays. Of several sites that one has to be named.
 */
export async function fetchMoment(
  bucket: Storage,
  folder: string,
  { at, site }: { at: number; site?: string | undefined },
): Promise<void> {
  const archives = (await listArchives(bucket)).filter((each) => site === undefined || each.site === site);
  const found = archives.flatMap((each) => {
    const plan = planMoment(each.lines, at);
    return plan ? [{ ...plan, site: each.site }] : [];
  });
  const [plan, ...more] = found;
  if (!plan) throw new Error(outOfRange(archives, at));
  if (more.length > 0)
    throw new Error(
      `The bucket has archives of several sites: please say --site and one of ${found.map((each) => each.site).join(', ')}.`,
    );
  await fetchBackup(bucket, folder, plan.base.name, plan.site);
  const place = lineFolder(folder, plan.line);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await inLanes(plan.segments, ({ file, sha256 }) =>
    fetchFile(bucket, keyOf(plan.site, `${plan.line}/${file}`), path.join(place, file), sha256),
  );
  // last: without it the segments lead on from nothing
  await writeBase(folder, plan.line, plan.base);
}

function outOfRange(archives: readonly SiteArchive[], at: number): string {
  const ranges = archives.flatMap(({ lines }) => rangesOf(lines)).map(inWords);
  if (ranges.length === 0) return 'There is nothing in the bucket to restore a moment from.';
  return `${new Date(at).toISOString()} can't be restored from the bucket: it can be any moment from ${ranges.join(', or from ')}.`;
}
