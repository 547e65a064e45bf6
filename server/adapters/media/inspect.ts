import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { PARTS } from './parts.ts';

const run = promisify(execFile);

/** The usual formats of uploads; everything else that ffmpeg needs is in PARTS. */
const ENCODERS = ['libx264', 'aac', 'mjpeg'];
const DECODERS = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'aac', 'opus'];

/** Without them HDR goes out as it came. */
const OPTIONAL = new Set(['zscale', 'tonemap']);

export interface Inspection {
  /** As the program prints it: `7.1.1-1+b1`. */
  version: string;
  /** Encoders, decoders and filters it can't do without. */
  missing: string[];
}

/** Which ffmpeg this is, and what it lacks. */
export async function inspect({ ffmpeg }: Binaries): Promise<Inspection> {
  const list = async (what: string) =>
    (await run(ffmpeg, ['-hide_banner', what], { maxBuffer: 1 << 22, timeout: 9_000 })).stdout;
  const [version, encoders, decoders, filters] = await Promise.all([
    run(ffmpeg, ['-version'], { timeout: 9_000 }),
    list('-encoders'),
    list('-codecs'),
    list('-filters'),
  ]);
  const has = (list: string, flags: string, name: string) =>
    new RegExp(`^ ${flags}\\S* +${name} `, 'm').test(list);
  return {
    version: /^ffmpeg version (\S+)/.exec(version.stdout)?.[1] ?? 'of no known version',
    missing: [
      ...ENCODERS.filter((name) => !has(encoders, '[VA]', name)).map((name) => `encoder ${name}`),
      ...DECODERS.filter((name) => !has(decoders, 'D', name)).map((name) => `decoder ${name}`),
      ...PARTS.filter
        .filter((name) => !OPTIONAL.has(name) && !has(filters, '', name))
        .map((name) => `filter ${name}`),
    ],
  };
}
