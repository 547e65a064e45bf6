import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SEGMENTS_PER_ID = 256;
const SEGMENT = /^([0-9A-F]{24})(\.part)?\.(\d{1,15})-(\d{1,15})\.([0-9a-f]{64})\.zst(\.sealed)?$/;
const BASE = /^(lll-[^/]+Z)\.base\.([0-9A-F]{24})\.(\d{1,15})$/;
const LINE = /^[0-9a-f]{12}$/;

/** A piece of WAL in the archive. Its file's name says all of this, so that there is no list to be damaged. */
export interface Segment {
  file: string;
  /** As PostgreSQL names it. */
  name: string;
  /** All that was committed until then is in the segments before it. Milliseconds. */
  since: number;
  /** All until then is in it and those before. */
  until: number;
  /** Of the newest one, which is written to. */
  partial: boolean;
  sha256: string;
  sealed: boolean;
}

/** A nightly backup that WAL can be added to. */
export interface Base {
  /** Of the backup. */
  name: string;
  /** The segment that it ends in. */
  segment: string;
  /** From this time on it can be brought forward. */
  endedAt: number;
}

/** One unbroken line of WAL, and the backups that lie on it. */
export interface Line {
  id: string;
  segments: Map<string, Segment>;
  /** The oldest first. */
  bases: Base[];
}

export interface Range {
  from: number;
  until: number;
}

const timeOf = (time: number): string => new Date(time).toISOString();
export const inWords = ({ from, until }: Range): string => `${timeOf(from)} to ${timeOf(until)}`;

export const walFolder = (folder: string): string => path.join(folder, 'wal');
export const lineFolder = (folder: string, line: string): string => path.join(walFolder(folder), line);

export function segmentName(timeline: string, number: number): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return timeline + hex(Math.floor(number / SEGMENTS_PER_ID)) + hex(number % SEGMENTS_PER_ID);
}

export function segmentNumber(name: string): number {
  return Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_PER_ID + Number.parseInt(name.slice(16), 16);
}

const nextSegment = (name: string): string => segmentName(name.slice(0, 8), segmentNumber(name) + 1);

export const segmentFile = ({ name, partial, since, until, sha256, sealed }: Omit<Segment, 'file'>): string =>
  `${name}${partial ? '.part' : ''}.${since}-${until}.${sha256}.zst${sealed ? '.sealed' : ''}`;

export const baseFile = ({ name, segment, endedAt }: Base): string => `${name}.base.${segment}.${endedAt}`;

/** Notes that a backup lies on a line. */
export async function writeBase(folder: string, line: string, base: Base): Promise<void> {
  const place = lineFolder(folder, line);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await writeFile(path.join(place, baseFile(base)), '', { mode: 0o600 });
}

export async function readLines(folder: string): Promise<Line[]> {
  const ids = (await readdir(walFolder(folder)).catch(() => [])).filter((name) => LINE.test(name));
  const names = new Set(await readdir(folder).catch(() => []));
  const lines: Line[] = [];
  for (const id of ids) {
    const line = await readLine(folder, id);
    lines.push({ ...line, bases: line.bases.filter(({ name }) => names.has(`${name}.facts`)) });
  }
  return lines;
}

export const readLine = async (folder: string, id: string): Promise<Line> =>
  parseLine(id, await readdir(lineFolder(folder, id)).catch(() => []));

/** A line from the names of its files, of which others are no part. */
export function parseLine(id: string, files: Iterable<string>): Line {
  const segments = new Map<string, Segment>();
  const found: Base[] = [];
  for (const file of files) {
    const segment = readSegment(file);
    if (segment && isBetter(segment, segments.get(segment.name))) segments.set(segment.name, segment);
    const [, name, begin, endedAt] = BASE.exec(file) ?? [];
    if (name && begin) found.push({ name, segment: begin, endedAt: Number(endedAt) });
  }
  const bases = found.toSorted((a, b) => a.endedAt - b.endedAt);
  return { id, segments, bases };
}

function readSegment(file: string): Segment | null {
  const [, name, partial, since, until, sha256, sealed] = SEGMENT.exec(file) ?? [];
  if (name === undefined || sha256 === undefined) return null;
  return {
    file,
    name,
    since: Number(since),
    until: Number(until),
    partial: partial !== undefined,
    sha256,
    sealed: sealed !== undefined,
  };
}

/** A full one before one that isn't, then the later one. */
function isBetter(one: Segment, other: Segment | undefined): boolean {
  if (!other) return true;
  return one.partial === other.partial ? one.until > other.until : other.partial;
}

/** The segments that follow a backup without a gap, and until when they get. */
export function followBase({ segments }: Line, base: Base): { chain: Segment[]; until: number } {
  const chain: Segment[] = [];
  let until = base.endedAt;
  for (let name = base.segment; ; name = nextSegment(name)) {
    const segment = segments.get(name);
    if (!segment) break;
    chain.push(segment);
    until = Math.max(until, segment.until);
    if (segment.partial) break;
  }
  return { chain, until };
}

/** When a restore can be to any moment; the oldest range first. */
export const readRanges = async (folder: string): Promise<Range[]> => rangesOf(await readLines(folder));

export function rangesOf(lines: readonly Line[]): Range[] {
  const ranges: Range[] = [];
  for (const line of lines)
    for (const base of line.bases) {
      const { until } = followBase(line, base);
      const before = ranges.find((range) => range.from <= base.endedAt && base.endedAt <= range.until);
      if (before) before.until = Math.max(before.until, until);
      else if (until > base.endedAt) ranges.push({ from: base.endedAt, until });
    }
  return ranges.toSorted((a, b) => a.from - b.from);
}

export interface Retention {
  /** Backups that a restore may begin with; all of them unless told. */
  kept?: ReadonlySet<string>;
  maxBytes: number;
}

/** Whole lines by their id, and files by `<line>/<file>`. */
interface Pruned {
  lines: Set<string>;
  files: Set<string>;
}

/**
 * What leads on from none of the backups `kept`, but not the line that is written, and then the oldest beyond
 * `maxBytes`.
 */
export function choosePruned(
  lines: readonly Line[],
  sizes: ReadonlyMap<string, number>,
  { kept, maxBytes }: Retention,
): Pruned {
  const pruned: Pruned = { lines: new Set(), files: new Set() };
  const left: { file: string; bytes: number; since: number }[] = [];
  const current = newestLine(lines)?.id;
  for (const { id, segments, bases } of lines) {
    const good = kept ? bases.filter(({ name }) => kept.has(name)) : bases;
    if (kept && good.length === 0 && id !== current) {
      pruned.lines.add(id);
      continue;
    }
    const first = kept ? (good[0]?.segment ?? '') : '';
    for (const { name, file, since, partial } of segments.values()) {
      const place = `${id}/${file}`;
      if (name < first) pruned.files.add(place);
      else if (!partial) left.push({ file: place, bytes: sizes.get(place) ?? 0, since });
    }
    for (const base of bases) if (!good.includes(base)) pruned.files.add(`${id}/${baseFile(base)}`);
  }
  let bytes = left.reduce((sum, each) => sum + each.bytes, 0);
  for (const oldest of left.toSorted((a, b) => a.since - b.since)) {
    if (bytes <= maxBytes) break;
    pruned.files.add(oldest.file);
    bytes -= oldest.bytes;
  }
  return pruned;
}

export async function pruneWal(folder: string, retention: Retention): Promise<void> {
  const lines = await readLines(folder);
  const pruned = choosePruned(lines, await readSizes(folder, lines), retention);
  for (const id of pruned.lines) await rm(lineFolder(folder, id), { recursive: true, force: true });
  for (const file of pruned.files) await rm(path.join(walFolder(folder), file), { force: true });
}

export interface Plan {
  line: string;
  base: Base;
  segments: Segment[];
}

/** What a restore to this moment needs: the newest backup that gets there, and what follows; null where none does. */
export function planMoment(lines: readonly Line[], at: number): Plan | null {
  const found = lines.flatMap((line) =>
    line.bases
      .map((base) => ({ base, line: line.id, ...followBase(line, base) }))
      .filter(({ base, until }) => base.endedAt <= at && at <= until),
  );
  const [newest] = found.toSorted((a, b) => b.base.endedAt - a.base.endedAt);
  if (!newest) return null;
  const { base, line, chain } = newest;
  return { base, line, segments: chain.filter(({ since }, index) => index === 0 || since < at) };
}

/** The line that is written, which has the newest segment. */
export function newestLine(lines: readonly Line[]): Line | null {
  let newest: Line | null = null;
  for (const line of lines) if (!newest || endOf(line) > endOf(newest)) newest = line;
  return newest;
}

/** When something was archived last; 0: never. */
export function endOf({ segments }: Line): number {
  let end = 0;
  for (const { until } of segments.values()) end = Math.max(end, until);
  return end;
}

/** Bytes of the segments, by `<line>/<file>`. */
export async function readSizes(folder: string, lines: readonly Line[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { id, segments } of lines)
    for (const { file } of segments.values()) {
      const found = await stat(path.join(lineFolder(folder, id), file)).catch(() => null);
      sizes.set(`${id}/${file}`, found?.size ?? 0);
    }
  return sizes;
}
