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
interface Base {
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

const walFolder = (folder: string): string => path.join(folder, 'wal');
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

/** Notes that a backup lies on a line. */
export async function writeBase(folder: string, line: string, base: Base): Promise<void> {
  const place = lineFolder(folder, line);
  await mkdir(place, { recursive: true, mode: 0o700 });
  await writeFile(path.join(place, `${base.name}.base.${base.segment}.${base.endedAt}`), '', { mode: 0o600 });
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

export async function readLine(folder: string, id: string): Promise<Line> {
  const files = await readdir(lineFolder(folder, id)).catch(() => []);
  const segments = new Map<string, Segment>();
  for (const file of files) {
    const segment = readSegment(file);
    if (segment && isBetter(segment, segments.get(segment.name))) segments.set(segment.name, segment);
  }
  const bases = files
    .flatMap((file) => {
      const [, name, segment, endedAt] = BASE.exec(file) ?? [];
      return name && segment ? { name, segment, endedAt: Number(endedAt) } : [];
    })
    .toSorted((a, b) => a.endedAt - b.endedAt);
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
export async function readRanges(folder: string): Promise<Range[]> {
  const ranges: Range[] = [];
  for (const line of await readLines(folder))
    for (const base of line.bases) {
      const { until } = followBase(line, base);
      const before = ranges.find((range) => range.from <= base.endedAt && base.endedAt <= range.until);
      if (before) before.until = Math.max(before.until, until);
      else if (until > base.endedAt) ranges.push({ from: base.endedAt, until });
    }
  return ranges.toSorted((a, b) => a.from - b.from);
}

/**
 * Deletes what leads on from none of the backups `kept`, but not the line that is written, and then the oldest beyond
 * `maxBytes`.
 */
export async function pruneWal(
  folder: string,
  { kept, maxBytes }: { kept?: ReadonlySet<string>; maxBytes: number },
): Promise<void> {
  const left: { file: string; bytes: number; since: number }[] = [];
  const lines = await readLines(folder);
  const current = newestLine(lines)?.id;
  for (const line of lines) {
    const place = lineFolder(folder, line.id);
    const bases = kept ? line.bases.filter(({ name }) => kept.has(name)) : line.bases;
    if (kept && bases.length === 0 && line.id !== current) {
      await rm(place, { recursive: true, force: true });
      continue;
    }
    const first = kept ? (bases[0]?.segment ?? '') : '';
    for (const { name, file, since, partial } of line.segments.values())
      if (name < first) await rm(path.join(place, file), { force: true });
      else if (!partial) left.push({ file: path.join(place, file), bytes: await sizeOf(place, file), since });
    if (!kept) continue;
    for (const base of line.bases)
      if (!kept.has(base.name))
        await rm(path.join(place, `${base.name}.base.${base.segment}.${base.endedAt}`), { force: true });
  }
  let bytes = left.reduce((sum, each) => sum + each.bytes, 0);
  for (const oldest of left.toSorted((a, b) => a.since - b.since)) {
    if (bytes <= maxBytes) break;
    await rm(oldest.file, { force: true });
    bytes -= oldest.bytes;
  }
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

const sizeOf = async (place: string, file: string): Promise<number> =>
  (await stat(path.join(place, file)).catch(() => null))?.size ?? 0;
