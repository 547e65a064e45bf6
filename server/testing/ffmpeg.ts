import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findBinaries } from '#server/adapters/media/binaries.ts';

/** What of a video is seen when, measured on its files; for tests. */

const run = promisify(execFile);
const binaries = findBinaries({});

/** ffmpeg with these arguments, separated by spaces. */
export async function ffmpeg(cwd: string, args: string): Promise<void> {
  await run((await binaries).ffmpeg, ['-v', 'error', '-y', ...args.split(' ')], { cwd });
}

/**
 * As media source players read a fragmented MP4, whatever its header declares: seconds of each track's first
 * sample.
 */
export async function firstTimes(path: string): Promise<number[]> {
  const file = await readFile(path);
  const scales = new Map<number, number>();
  const firsts = new Map<number, number>();
  let track = 0;
  let decoded = 0;
  const walk = (from: number, to: number): void => {
    for (let at = from; at + 8 <= to; at += file.readUInt32BE(at) || to) {
      const [kind, body] = [file.toString('latin1', at + 4, at + 8), at + 8];
      if (['moov', 'trak', 'mdia', 'moof', 'traf'].includes(kind)) walk(body, at + file.readUInt32BE(at));
      const long = file[body] === 1;
      if (kind === 'tkhd') track = file.readUInt32BE(body + (long ? 20 : 12));
      if (kind === 'mdhd') scales.set(track, file.readUInt32BE(body + (long ? 20 : 12)));
      if (kind === 'tfhd') track = file.readUInt32BE(body + 4);
      if (kind === 'tfdt')
        decoded = long ? Number(file.readBigUInt64BE(body + 4)) : file.readUInt32BE(body + 4);
      if (kind === 'trun' && !firsts.has(track)) {
        const flags = file.readUIntBE(body + 1, 3);
        const has = (flag: number) => ((flags & flag) > 0 ? 4 : 0);
        const offset = body + 8 + has(1) + has(4) + has(0x100) + has(0x200) + has(0x400);
        const shown = decoded + (has(0x800) ? file.readInt32BE(offset) : 0);
        firsts.set(track, shown / (scales.get(track) ?? 1));
      }
    }
  };
  walk(0, file.length);
  return [...firsts.values()];
}

/** As players of whole files see it: the first time, pictures and length of picture and sound. */
export async function streamTimes(path: string) {
  const { ffprobe } = await binaries;
  const entries = 'stream=codec_type,start_time,duration,nb_frames';
  const { stdout } = await run(ffprobe, ['-v', 'error', '-show_entries', entries, '-of', 'json', path]);
  const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] };
  const of = (type: string) => {
    const found = streams.find(({ codec_type }) => codec_type === type);
    return {
      start: Number(found?.['start_time']),
      seconds: Number(found?.['duration']),
      frames: Number(found?.['nb_frames']),
    };
  };
  return { picture: of('video'), sound: of('audio') };
}

/** How ordinary readers see a small part in the middle of a picture, as red, green and blue. */
export async function colourOf(path: string, at = 0, input: string[] = []): Promise<number[]> {
  const args = '-frames:v 1 -vf crop=iw/8:ih/8,scale=1:1:flags=area,format=rgb24 -f rawvideo -'.split(' ');
  const { stdout } = await run(
    (await binaries).ffmpeg,
    ['-v', 'error', '-ss', String(at), ...input, '-i', path, ...args],
    { encoding: 'buffer' },
  );
  return [...stdout];
}

/** When a black, silent video turns white and loud: seconds in the picture and in the sound. */
export async function clapTimes(path: string): Promise<{ picture: number; sound: number }> {
  const filter = [
    '-vf',
    'blackdetect=d=0.1:pix_th=0.3',
    '-af',
    'silencedetect=n=-30dB:d=0.1',
    '-f',
    'null',
    '-',
  ];
  const { stderr } = await run((await binaries).ffmpeg, ['-v', 'info', '-nostats', '-i', path, ...filter]);
  return {
    picture: Number(/black_end:([\d.]+)/.exec(stderr)?.[1]),
    sound: Number(/silence_end: ([\d.]+)/.exec(stderr)?.[1]),
  };
}
