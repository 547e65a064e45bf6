/**
 * Draws the sample clips: every frame an SVG, rasterised by sharp, piped to ffmpeg.
 *   node sample/drawing/clips/render.ts [scene …]            the clips themselves, into sample/clips
 *   node sample/drawing/clips/render.ts --sheet [scene …]    eight frames of each as one picture, into the temporary folder
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { Scene, Sheet } from './draw.ts';
import { toSvg } from './draw.ts';
import { compose } from './music.ts';
import { scenes } from './scenes.ts';

const FRAMES_PER_SECOND = 25;
const root = path.resolve(import.meta.dirname, '../../..');

async function drawFrame(scene: Scene, t: number, scale: number): Promise<Buffer> {
  const sheet: Sheet = { width: scene.width, height: scene.height, defs: [], body: [] };
  scene.draw(sheet, t, t / scene.seconds);
  const svg = toSvg(sheet, Math.round(scene.width * scale), Math.round(scene.height * scale));
  return sharp(Buffer.from(svg)).flatten({ background: '#000' }).removeAlpha().raw().toBuffer();
}

async function renderClip(scene: Scene, index: number): Promise<void> {
  const folder = path.join(root, 'sample/clips');
  await mkdir(folder, { recursive: true });
  const sound = path.join(tmpdir(), `${scene.name}-${process.pid}.wav`);
  await writeFile(sound, compose(scene, index + 1));
  const target = path.join(folder, `${scene.name}.mp4`);
  const encoder = spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${scene.width}x${scene.height}`,
      '-r',
      String(FRAMES_PER_SECOND),
      '-i',
      'pipe:0',
      '-i',
      sound,
      '-vf',
      'noise=c0s=2:c0f=p,scale=out_color_matrix=bt709,format=yuv420p',
      '-c:v',
      'libx264',
      '-profile:v',
      'high',
      '-preset',
      'slow',
      '-crf',
      '25',
      '-tune',
      'animation',
      '-aq-mode',
      '3',
      '-g',
      '100',
      '-maxrate',
      '900k',
      '-bufsize',
      '1800k',
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-c:a',
      'aac',
      '-b:a',
      '64k',
      '-shortest',
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-movflags',
      '+faststart',
      target,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const poster = await drawFrame(scene, scene.poster * scene.seconds, 1);
  await sharp(poster, { raw: { width: scene.width, height: scene.height, channels: 3 } })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(path.join(folder, `${scene.name}.jpg`));
  const closed = once(encoder, 'close');
  const count = Math.round(scene.seconds * FRAMES_PER_SECOND);
  for (let frame = 0; frame < count; frame++) {
    if (!encoder.stdin.write(await drawFrame(scene, frame / FRAMES_PER_SECOND, 1)))
      await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await closed;
  await rm(sound);
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)} on ${scene.name}`);
  console.log(`${scene.name}: ${Math.round((await stat(target)).size / 1024)} KB`);
}

/** Eight moments of a scene side by side, to look at while drawing. */
async function renderSheet(scene: Scene): Promise<void> {
  const portrait = scene.height > scene.width;
  const scale = portrait ? 0.42 : 0.45;
  const columns = portrait ? 8 : 4;
  const width = Math.round(scene.width * scale);
  const height = Math.round(scene.height * scale);
  const tiles = await Promise.all(
    [0.02, 0.15, 0.28, 0.41, 0.55, 0.7, 0.84, 0.98].map(async (u, i) => ({
      input: await drawFrame(scene, u * scene.seconds, scale),
      raw: { width, height, channels: 3 as const },
      left: (i % columns) * (width + 6),
      top: Math.floor(i / columns) * (height + 6),
    })),
  );
  const file = path.join(tmpdir(), `sheet-${scene.name}.png`);
  await sharp({
    create: {
      width: columns * (width + 6),
      height: (8 / columns) * (height + 6),
      channels: 3,
      background: '#fff',
    },
  })
    .composite(tiles)
    .png()
    .toFile(file);
  console.log(file);
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const [index, scene] of scenes.entries()) {
  if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
  await (process.argv.includes('--sheet') ? renderSheet(scene) : renderClip(scene, index));
}
