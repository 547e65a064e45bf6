/**
 * Draws the sample clips: every frame an SVG, rasterised by sharp, piped to ffmpeg.
 *   node sample/drawing/clips/render.ts [scene …]            the clips themselves, into sample/clips
 *   node sample/drawing/clips/render.ts --sheet [scene …]    eight frames of each as one picture, into the temporary folder
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Scene, Sheet } from './draw.ts';
import { ease, group, n, toSvg } from './draw.ts';
import { compose } from './music.ts';
import { scenes } from './scenes.ts';

const FRAMES_PER_SECOND = 25;
/** Pixels for each unit of a scene: 1080p. */
const SCALE = 2;
const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
const root = path.resolve(import.meta.dirname, '../../..');

/** What a hand-held camera sees that comes nearer, slowly; it never shows what is beyond the sheet. */
function seen({ width, height, body }: Sheet, t: number, u: number): string {
  const near = 1.025 + 0.045 * ease(u);
  const x = width / 2 + 0.004 * width * (Math.sin(t * 0.43) + 0.4 * Math.sin(t * 1.1));
  const y = height / 2 + 0.004 * height * (Math.sin(t * 0.37 + 1) + 0.4 * Math.sin(t * 0.9));
  return group(`translate(${n(x)} ${n(y)}) scale(${near}) translate(${-width / 2} ${-height / 2})`, ...body);
}

async function drawFrame(scene: Scene, t: number, scale: number): Promise<Buffer> {
  const sheet: Sheet = { width: scene.width, height: scene.height, defs: [], body: [] };
  const u = t / scene.seconds;
  scene.draw(sheet, t, u);
  sheet.body = [seen(sheet, t, u)];
  const svg = toSvg(sheet, Math.round(scene.width * scale), Math.round(scene.height * scale));
  return sharp(Buffer.from(svg)).flatten({ background: '#000' }).removeAlpha().raw().toBuffer();
}

/** What is bright shines over its edges, the corners are a little darker, and there is some grain. */
const light = (width: number, height: number): string =>
  `format=gbrp,split[sharp][soft];
  [soft]scale=${width / 4}:${height / 4},curves=m='0/0 0.55/0 1/1',gblur=sigma=10,scale=${width}:${height}[shine];
  [sharp][shine]blend=all_mode=screen:all_opacity=0.3,vignette=PI/13,
  noise=c0s=2:c0f=p,scale=out_color_matrix=bt709,format=yuv420p`;

async function renderClip(scene: Scene, index: number): Promise<void> {
  const folder = path.join(root, 'sample/clips');
  await mkdir(folder, { recursive: true });
  const sound = path.join(tmpdir(), `${scene.name}-${process.pid}.wav`);
  await writeFile(sound, compose(scene, index + 1));
  const width = scene.width * SCALE;
  const height = scene.height * SCALE;
  const target = path.join(folder, `${scene.name}.mp4`);
  const encoder = spawn(
    ffmpeg,
    [
      '-v',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(FRAMES_PER_SECOND),
      '-i',
      'pipe:0',
      '-i',
      sound,
      '-vf',
      light(width, height),
      '-c:v',
      'libx264',
      '-profile:v',
      'high',
      '-preset',
      'veryfast',
      '-crf',
      '23',
      '-tune',
      'animation',
      '-aq-mode',
      '3',
      '-g',
      '100',
      '-maxrate',
      '2200k',
      '-bufsize',
      '4400k',
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
  const closed = once(encoder, 'close');
  const count = Math.round(scene.seconds * FRAMES_PER_SECOND);
  for (let frame = 0; frame < count; frame++) {
    if (!encoder.stdin.write(await drawFrame(scene, frame / FRAMES_PER_SECOND, SCALE)))
      await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await closed;
  await rm(sound);
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)} on ${scene.name}`);
  const still = ['-v', 'error', '-ss', String(scene.poster * scene.seconds), '-i', target, '-frames:v', '1'];
  const { stdout } = await promisify(execFile)(ffmpeg, [...still, '-f', 'image2pipe', '-c:v', 'png', '-'], {
    encoding: 'buffer',
    maxBuffer: 1 << 25,
  });
  await sharp(stdout)
    .resize({ width: Math.round(width / 1.5) })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(path.join(folder, `${scene.name}.jpg`));
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
