import { FORMATS, MAX_PIXELS } from './arguments.ts';
import type { Binaries } from './binaries.ts';
import { runChild } from './child.ts';
import { DECODERS } from './codecs.ts';

/** Seconds on the clock of the file. */
export interface Span {
  start: number;
  end: number;
}

export interface Reading {
  path: string;
  signal: AbortSignal | undefined;
  /** What ffprobe may open: it stops at a track that it can't open, even an unused one. */
  opened: string;
}

/** Opening an upload by ffprobe, with the same limits as by ffmpeg. */
export const openByProbe = ({ path, opened }: Pick<Reading, 'path' | 'opened'>): string[] => [
  ...'-hide_banner -v error -protocol_whitelist file'.split(' '),
  '-format_whitelist',
  FORMATS,
  '-codec_whitelist',
  DECODERS,
  '-max_pixels',
  String(MAX_PIXELS),
  // without a stream specifier the option limits what may be decoded, with one what may be opened
  ...['v', 'a', 's'].flatMap((kind) => [`-codec_whitelist:${kind}`, opened]),
  `file:${path}`,
];

const LIMITS = { seconds: 60, memoryMiB: 2048, fileMiB: 1, nice: 0 };

/** When each of these streams begins and ends: reads all packets, decodes none. What isn't there is missing. */
export async function measureSpans(
  binaries: Binaries,
  reading: Reading,
  streams: number[],
): Promise<Map<number, Span>> {
  const spans = new Map<number, Span>();
  const onLine = (line: string) => {
    const [index = -1, start = Number.NaN, seconds] = line.split(',').map(Number);
    if (!streams.includes(index) || !Number.isFinite(start)) return;
    const span = spans.get(index) ?? { start, end: start };
    spans.set(index, {
      start: Math.min(span.start, start),
      end: Math.max(span.end, start + (Number(seconds) || 0)),
    });
  };
  const args = ['-show_entries', 'packet=stream_index,pts_time,duration_time', '-of', 'csv=p=0'];
  await runChild(binaries, 'ffprobe', [...args, ...openByProbe(reading)], {
    signal: reading.signal,
    files: { reads: [reading.path] },
    onLine,
    limits: LIMITS,
  });
  return spans;
}

/** The largest picture of a stream, and whether there are others: a phone may be turned while it records. */
export async function measureSizes(
  binaries: Binaries,
  reading: Reading,
  stream: number,
): Promise<{ width: number; height: number; changes: boolean } | null> {
  const sizes = new Map<string, { width: number; height: number }>();
  const onLine = (line: string) => {
    const [width = 0, height = 0] = line.split(',').map(Number);
    if (width > 0 && height > 0 && sizes.size < 1000) sizes.set(`${width}x${height}`, { width, height });
  };
  // only key frames can have another size
  const args = ['-skip_frame', 'nokey', '-select_streams', String(stream)];
  const form = ['-show_entries', 'frame=width,height', '-of', 'csv=p=0'];
  await runChild(binaries, 'ffprobe', [...args, ...form, ...openByProbe(reading)], {
    signal: reading.signal,
    files: { reads: [reading.path] },
    onLine,
    limits: LIMITS,
  });
  const area = (size: { width: number; height: number }) => size.width * size.height;
  const [largest] = [...sizes.values()].sort((a, b) => area(b) - area(a));
  return largest ? { ...largest, changes: sizes.size > 1 } : null;
}
