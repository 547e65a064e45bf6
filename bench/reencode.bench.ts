import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { evenlySpaced, pictureFilters, scaledSize, sourceFilters } from '#server/adapters/media/arguments.ts';
import { mp4Name, rungsFor } from '#server/adapters/media/encode.ts';
import type { ENCODERS } from '#server/adapters/media/encoders.ts';
import type { MediaInfo } from '#server/adapters/media/media-info.ts';
import { openMedia, type Media } from '#server/adapters/media/media.ts';
import { median, type Result } from './result.ts';
import { IS_SHORT } from './short.ts';

const run = promisify(execFile);
const ffmpeg = (...args: string[]) =>
  run('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args]);

const SECONDS = IS_SHORT ? '1' : '4';
const sample = (name: string) => path.join(import.meta.dirname, `../sample/clips/${name}.mp4`);
const page = path.join(import.meta.dirname, '../docs/images/home-desktop.webp');
const LOSSLESS = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0'];
const HDR = 'zscale=t=linear:npl=203,zscale=t=arib-std-b67:p=bt2020:m=bt2020nc:r=limited,format=yuv420p10le';
const HEVC =
  '-an -c:v libx265 -preset ultrafast -x265-params log-level=none:crf=10:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';

/** What the originals are made of. */
const SOURCES: Record<string, string[]> = {
  sample: ['-i', sample('sea-road'), '-an', '-c:v', 'copy'],
  'film grain': ['-i', sample('balloon-morning'), '-vf', 'noise=c0s=22:c0f=t,gblur=0.5', ...LOSSLESS],
  screen: `-loop 1 -i ${page} -vf scale=1920:-2,format=yuv420p,crop=1920:1080:0:0,scroll=v=0.0005,fps=30`
    .split(' ')
    .concat(LOSSLESS),
  portrait: ['-i', sample('steady-hand'), '-an', '-c:v', 'copy'],
  HDR: ['-i', sample('sun-followers'), '-vf', HDR, ...HEVC.split(' ')],
};

/** Its scores are in points up to 100: VMAF where an ffmpeg here has it, else SSIM times 100. */
interface Meter {
  name: string;
  score(made: string, reference: string): Promise<number>;
}

async function findMeter(): Promise<Meter> {
  const bundled = path.join(
    import.meta.dirname,
    `../node_modules/@ffmpeg-binary/${process.platform}-${process.arch}/ffmpeg`,
  );
  const measure = async (program: string, filter: string, made: string, reference: string) => {
    const graph = `[0:v]settb=AVTB,setpts=N[a];[1:v]settb=AVTB,setpts=N[b];[a][b]${filter}`;
    const { stderr } = await run(
      program,
      ['-hide_banner', '-nostdin', '-i', made, '-i', reference, '-lavfi', graph, '-f', 'null', '-'],
      { maxBuffer: 1 << 24 },
    );
    return Number(/(?:VMAF score: |All:)([\d.]+)/.exec(stderr)?.[1]);
  };
  for (const program of ['ffmpeg', bundled]) {
    const listed = await run(program, ['-hide_banner', '-filters']).catch(() => null);
    if (listed?.stdout.includes(' libvmaf '))
      return {
        name: 'VMAF',
        score: (made, reference) => measure(program, 'libvmaf=n_threads=2:n_subsample=2', made, reference),
      };
  }
  return {
    name: 'SSIM × 100',
    score: async (made, reference) => 100 * (await measure('ffmpeg', 'ssim', made, reference)),
  };
}

/** The pictures that the renditions are made of. */
async function makeReferences(source: string, folder: string, info: MediaInfo): Promise<string[]> {
  const made: string[] = [];
  for (const { lines } of rungsFor(info)) {
    const out = path.join(folder, `reference-${lines}.mp4`);
    const filters =
      sourceFilters(info) + pictureFilters(info, scaledSize(info, lines), true) + evenlySpaced(info);
    await ffmpeg('-i', source, '-vf', filters, ...LOSSLESS, out);
    made.push(out);
  }
  return made;
}

interface Encoded {
  bytes: number;
  scores: number[];
}

async function encode(
  { media, meter }: { media: Media; meter: Meter },
  encoder: keyof typeof ENCODERS,
  { source, folder, info, references }: Material,
): Promise<Encoded> {
  const out = path.join(folder, encoder);
  await mkdir(out);
  await media.ladder(source, out, info, { encoder });
  const files = rungsFor(info).map(({ lines }) => path.join(out, mp4Name(scaledSize(info, lines))));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const scores: number[] = [];
  for (const [at, file] of files.entries()) scores.push(await meter.score(file, references[at] ?? ''));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), scores };
}

interface Material {
  source: string;
  folder: string;
  info: MediaInfo;
  references: string[];
}

/** Bytes and quality of the idle encodes beside today's first one, of each kind of picture. */
export async function benchReencode(): Promise<Result[]> {
  const tools = { media: await openMedia(), meter: await findMeter() };
  const encoders = tools.media.encodesAv1 ? (['slow', 'av1'] as const) : (['slow'] as const);
  const rows: (Result & { encoder: string; worst: number })[] = [];
  for (const [name, args] of Object.entries(SOURCES)) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lll-reencode-'));
    try {
      const source = path.join(folder, 'source.mp4');
      await ffmpeg('-t', SECONDS, ...args, '-t', SECONDS, source);
      const info = await tools.media.probe(source);
      const references = await makeReferences(source, folder, info);
      const material = { source, folder, info, references };
      const fast = await encode(tools, 'fast', material);
      for (const encoder of encoders) {
        const { bytes, scores } = await encode(tools, encoder, material);
        const worst = Math.max(...scores.map((score, at) => (fast.scores[at] ?? 0) - score));
        const change = `${worst > 0 ? '−' : '+'}${Math.abs(worst).toFixed(1)}`;
        rows.push({
          name: `${encoder}, ${name}`,
          ours: bytes / 1e6,
          reference: fast.bytes / 1e6,
          unit: 'MB',
          against: `fast; worst size ${change} ${tools.meter.name}`,
          encoder,
          worst,
        });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return [...rows, ...encoders.flatMap((encoder) => judge(encoder, rows, tools.meter))];
}

const MOST_BYTES = { slow: 0.85, av1: 0.65 };

function judge(
  encoder: 'slow' | 'av1',
  rows: (Result & { encoder: string; worst: number })[],
  meter: Meter,
): Result[] {
  const own = rows.filter((row) => row.encoder === encoder);
  return [
    {
      name: `${encoder}, median of bytes`,
      ours: median(own.map(({ ours, reference }) => ours / reference)),
      reference: 1,
      unit: '',
      against: 'fast',
      atMost: MOST_BYTES[encoder],
    },
    {
      name: `${encoder}, points of ${meter.name} lost at most`,
      ours: Math.max(0, ...own.map(({ worst }) => worst)),
      reference: 1,
      unit: '',
      against: 'the limit',
      atMost: 1,
    },
  ];
}
