import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The least that players take: some divide by it. */
const MIN_TARGET = 1;

/** Bits a second of a variant. */
interface Bandwidth {
  peak: number;
  average: number;
}

/**
 * Completes ffmpeg's playlists: frame rate, bandwidth and codecs of each variant, and a target duration for videos under half a
 * second. Returns the bandwidths in the order of `playlists`.
 */
export async function completePlaylists(
  folder: string,
  {
    master,
    playlists,
    frameRate,
    codecs = [],
  }: { master: string; playlists: string[]; frameRate: string; codecs?: (string | null)[] },
): Promise<Bandwidth[]> {
  const measured: Bandwidth[] = [];
  for (const name of playlists)
    await rewrite(join(folder, name), (text) => {
      measured.push(measureBandwidth(text));
      return text.replace('#EXT-X-TARGETDURATION:0\n', `#EXT-X-TARGETDURATION:${MIN_TARGET}\n`);
    });
  await rewrite(join(folder, master), (text) =>
    text.replaceAll(/^#EXT-X-STREAM-INF:(.*)\n(.+)$/gm, (_, declared: string, address: string) => {
      const at = playlists.indexOf(address);
      const { peak, average } = measured[at] ?? { peak: 0, average: 0 };
      const others = declared
        .split(',')
        .filter((each) => !/^(AVERAGE-BANDWIDTH|BANDWIDTH|FRAME-RATE)=/.test(each));
      const attributes = [
        `BANDWIDTH=${peak}`,
        `AVERAGE-BANDWIDTH=${average}`,
        ...others,
        ...(codecs[at] && !declared.includes('CODECS=') ? [`CODECS="${codecs[at]}"`] : []),
        `FRAME-RATE=${readRate(frameRate).toFixed(3)}`,
      ];
      return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${address}`;
    }),
  );
  return measured;
}

/**
 * The codecs of a file with AV1 and AAC, if it is one, as RFC 6381 and the AV1 ISO binding write them: profile, level, tier
 * and depth. ffmpeg only names them from 6.1 on.
 */
export async function readAv1(file: string): Promise<string | null> {
  const head = await readHead(file);
  const at = head.indexOf('av1C');
  if (at < 0) return null;
  const [profile, depths] = [head[at + 5] ?? 0, head[at + 6] ?? 0];
  const tier = depths & 0x80 ? 'H' : 'M';
  const level = String(profile & 0x1f).padStart(2, '0');
  const video = `av01.${profile >> 5}.${level}${tier}.${depths & 0x40 ? '10' : '08'}`;
  return head.includes('mp4a') ? `${video},mp4a.40.2` : video;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A main playlist with the variants of another beside its own. */
export const withVariants = (main: string, other: string): string =>
  main + [...other.matchAll(/^#EXT-X-STREAM-INF:.*\n.+\n/gm)].map(([variant]) => variant).join('');

/** The peak is that of segments in a row which take between half and one and a half of the target (RFC 8216, 4.1). */
function measureBandwidth(playlist: string): Bandwidth {
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(playlist)?.[1] ?? 0);
  const segments = [...playlist.matchAll(/^#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)/gm)].map(
    ([, seconds, bytes]) => ({ seconds: Number(seconds), bits: 8 * Number(bytes) }),
  );
  const rateOf = (some: typeof segments) =>
    Math.ceil(sum(some.map(({ bits }) => bits)) / sum(some.map(({ seconds }) => seconds)));
  const rows = segments.flatMap((_, from) => [1, 2, 3].map((count) => segments.slice(from, from + count)));
  const rates = rows.flatMap((row) => {
    const seconds = sum(row.map((each) => each.seconds));
    return seconds >= 0.5 * target && seconds <= 1.5 * target ? [rateOf(row)] : [];
  });
  const average = rateOf(segments);
  return { peak: Math.max(average, ...rates), average };
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** A frame rate as ffmpeg writes it ('30000/1001', '25'); 0 if missing. */
export function readRate(text = '0/0'): number {
  const [over = 0, under = 1] = text.split('/').map(Number);
  return under > 0 ? over / under : 0;
}

/** Rates that cameras and screens have; a video of uneven times gets the lower one it fits. */
const ORDINARY = ['30', '60'];
export const MAX_RATE = 60;

/**
 * The rate to encode at, as ffmpeg writes rates: the source's own if its pictures are evenly spaced, else an ordinary
 * one. Pictures a second beyond 60 only cost; slow-motion videos come with 120 or 240. ffmpeg takes the length of
 * segments from the length of pictures, which only a constant rate makes right.
 */
export function encodingRate(average: string | undefined, base: string | undefined): string {
  const [mean, own] = [readRate(average), readRate(base)];
  if (own >= 1 && own <= MAX_RATE + 1 && Math.abs(own - mean) < own * 0.02) return base as string;
  return ORDINARY.find((rate) => mean <= Number(rate) * 1.02) ?? String(MAX_RATE);
}

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}
