import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The least that players take: some divide by it. */
const MIN_TARGET = 1;

/** Completes what ffmpeg wrote: the frame rate of each variant, and a target duration for videos under half a second. */
export async function completePlaylists(
  folder: string,
  { master, playlists, frameRate }: { master: string; playlists: string[]; frameRate: string },
): Promise<void> {
  await rewrite(join(folder, master), (text) => addFrameRate(text, readRate(frameRate)));
  for (const name of playlists)
    await rewrite(join(folder, name), (text) =>
      text.replace('#EXT-X-TARGETDURATION:0\n', `#EXT-X-TARGETDURATION:${MIN_TARGET}\n`),
    );
}

function addFrameRate(master: string, frameRate: number): string {
  return master.replaceAll(/^#EXT-X-STREAM-INF:.*$/gm, (line) =>
    line.includes('FRAME-RATE=') ? line : `${line},FRAME-RATE=${frameRate.toFixed(3)}`,
  );
}

/** A frame rate as ffmpeg writes it ('30000/1001', '25'); 0 where there is none. */
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
