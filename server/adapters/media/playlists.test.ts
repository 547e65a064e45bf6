import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ffmpeg } from '#server/testing/ffmpeg.ts';
import { soakTest } from '#server/testing/soak.ts';
import { openMedia } from './media.ts';
import { completePlaylists } from './playlists.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lll-playlists-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** The attributes of each variant in the main playlist, by its address, parsed as by any player. */
async function readVariants(folder: string, master: string) {
  const text = await readFile(join(folder, master), 'utf8');
  const found = [...text.matchAll(/^#EXT-X-STREAM-INF:(.*)\n(.+)$/gm)];
  return new Map(
    found.map(([, tag = '', address = '']) => {
      const attributes = [...tag.matchAll(/([A-Z-]+)=("[^"]*"|[^,]*)/g)].map(([, key, value]) => [
        key,
        value,
      ]);
      expect(new Set(attributes.map(([key]) => key)).size).toBe(attributes.length);
      return [address, Object.fromEntries(attributes) as Record<string, string>];
    }),
  );
}

const segmentsOf = (text: string) =>
  [...text.matchAll(/#EXTINF:([\d.]+),\s+#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(([, seconds, bytes]) => ({
    seconds: Number(seconds),
    bits: 8 * Number(bytes),
  }));

soakTest('a ladder declares the bitrates that its segments actually have', async () => {
  // still, then noise: far below and far above what the encoder is allowed on average
  const graph =
    'color=gray:s=480x400:r=25:d=8[a];color=gray:s=480x400:r=25:d=5,noise=alls=100:allf=t[b];[a][b]concat';
  await ffmpeg(
    dir,
    `-f lavfi -i ${graph} -f lavfi -i sine=440:d=13 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac noise.mp4`,
  );
  const media = await openMedia();
  const path = join(dir, 'noise.mp4');
  const folder = join(dir, 'ladder');
  await mkdir(folder);
  const { master, renditions } = await media.ladder(path, folder, await media.probe(path));
  const variants = await readVariants(folder, master);
  expect(variants.size).toBe(renditions.length);
  for (const { playlist, file, bandwidth } of renditions) {
    const segments = segmentsOf(await readFile(join(folder, playlist), 'utf8'));
    const rates = segments.slice(0, 3).map(({ bits, seconds }) => bits / seconds);
    const tag = variants.get(playlist) ?? {};
    expect(bandwidth / Math.max(...rates)).toBeCloseTo(1, 1);
    expect(Number(tag['BANDWIDTH'])).toBe(bandwidth);
    expect(Math.min(...rates)).toBeLessThan(bandwidth / 3);
    const whole = (8 * (await stat(join(folder, file))).size) / 13;
    expect(Number(tag['AVERAGE-BANDWIDTH']) / whole).toBeCloseTo(1, 1);
    expect(Number(tag['FRAME-RATE'])).toBe(25);
  }
});

/** Seconds and bytes of each segment; the peak in bits a second. */
const PEAKS: [what: string, segments: [seconds: number, bytes: number][], peak: number][] = [
  ['the largest rate of a segment', [[4, 1000], [4, 3000], [4, 2000]], 6000], // prettier-ignore
  ['a last one of half the length or more by itself', [[4, 1000], [2, 2000]], 8000], // prettier-ignore
  ['a shorter last one with the one before', [[4, 1000], [1, 2000]], 4800], // prettier-ignore
  ['all of a video that is shorter than half a segment', [[0.5, 1000]], 16_000], // prettier-ignore
];
it.each(PEAKS)('the peak is %s (RFC 8216, 4.1)', async (what, segments, peak) => {
  const folder = await mkdtemp(join(dir, 'peak-'));
  await writeFile(
    join(folder, 'main.m3u8'),
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,AVERAGE-BANDWIDTH=2,CODECS="avc1.64001e,mp4a.40.2"\nv0.m3u8\n',
  );
  let at = 800;
  const lines = segments.map(([seconds, bytes]) => {
    at += bytes;
    return `#EXTINF:${seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${bytes}@${at - bytes}\nv0.mp4`;
  });
  await writeFile(
    join(folder, 'v0.m3u8'),
    `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="v0.mp4",BYTERANGE="800@0"\n${lines.join('\n')}\n#EXT-X-ENDLIST\n`,
  );
  await completePlaylists(folder, { master: 'main.m3u8', playlists: ['v0.m3u8'], frameRate: '25' });
  const [seconds, bytes] = segments.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  expect([what, (await readVariants(folder, 'main.m3u8')).get('v0.m3u8')]).toEqual([
    what,
    {
      BANDWIDTH: String(peak),
      'AVERAGE-BANDWIDTH': String(Math.ceil((8 * bytes) / seconds)),
      CODECS: '"avc1.64001e,mp4a.40.2"',
      'FRAME-RATE': '25.000',
    },
  ]);
});
