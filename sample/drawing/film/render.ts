/**
 * Draws the films among the sample clips: a headless Chromium draws each frame, ffmpeg encodes them.
 *   node sample/drawing/film/render.ts [film …]          a part of each, and the clip into sample/clips after the last; `--back` from the end
 *   node sample/drawing/film/render.ts --sheet [film …]  moments of each as one picture, into the temporary folder
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { compose } from '../clips/music.ts';
import type { Film } from './film.ts';
import { films } from './films.ts';

const FRAMES_PER_SECOND = 25;
/** A film takes minutes; it is drawn in parts, one a call. */
const PART_SECONDS = 150;
const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
const drawing = path.resolve(import.meta.dirname, '..');
const clips = path.resolve(drawing, '../clips');

/** Frames that are waited for, by their moment. */
const awaited = new Map<string, (frame: Buffer) => void>();

/** Gives the page its modules without their types, and takes its frames. */
const server = createServer((request, response) => {
  const answer = async () => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      awaited.get(pathname.slice(1))?.(Buffer.concat(parts));
      response.end();
      return;
    }
    if (!pathname.endsWith('.ts')) {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Film</title>');
      return;
    }
    const source = await readFile(path.join(drawing, path.normalize(pathname)), 'utf8');
    response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
  };
  void answer().catch(() => response.writeHead(500).end());
});

async function drawFrame(page: Page, t: number): Promise<Buffer> {
  const frame = new Promise<Buffer>((resolve) => {
    awaited.set(String(t), resolve);
  });
  await page.evaluate(async (moment) => {
    const { stage } = globalThis as unknown as { stage: { draw(t: number): Promise<Blob> } };
    await fetch(`/${moment}`, { method: 'POST', body: await stage.draw(moment) });
  }, t);
  awaited.delete(String(t));
  return frame;
}

async function openFilm(page: Page, film: Film): Promise<void> {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(async (name) => {
    const load = (file: string) => import(file) as Promise<Record<string, unknown>>;
    const { films: all } = (await load('/film/films.ts')) as { films: Film[] };
    const { createStage } = (await load('/film/stage.ts')) as {
      createStage(film: Film | undefined): unknown;
    };
    Object.assign(globalThis, { stage: createStage(all.find((each) => each.name === name)) });
  }, film.name);
}

const folder = (film: Film) => path.join(tmpdir(), `film-${film.name}`);

/** Whole or not at all: another call may draw from the other end. */
async function keep(file: string, frame: Buffer): Promise<void> {
  await writeFile(`${file}-${process.pid}`, frame);
  await rename(`${file}-${process.pid}`, file);
}

/** Draws on from where the last call ended, for a while. True: all frames are there, and the clip is to be made. */
async function drawPart(page: Page, film: Film): Promise<boolean> {
  await mkdir(folder(film), { recursive: true });
  const count = Math.round(film.seconds * FRAMES_PER_SECOND);
  const file = (frame: number) => path.join(folder(film), `${String(frame).padStart(5, '0')}.jpg`);
  const missing = Array.from({ length: count }, (_, frame) => frame).filter(
    (frame) => !existsSync(file(frame)),
  );
  if (missing.length === 0) return !process.argv.includes('--back');
  await openFilm(page, film);
  const until = Date.now() + PART_SECONDS * 1000;
  const next = (process.argv.includes('--back') ? missing.toReversed() : missing).values();
  // one is compressed while the next is drawn
  const drawOn = async () => {
    for (const frame of next)
      if (Date.now() < until && !existsSync(file(frame)))
        await keep(file(frame), await drawFrame(page, frame / FRAMES_PER_SECOND));
  };
  await Promise.all([drawOn(), drawOn(), drawOn()]);
  const left = missing.filter((frame) => !existsSync(file(frame))).length;
  console.log(`${film.name}: ${count - left} of ${count} frames`);
  return left === 0 && !process.argv.includes('--back');
}

async function encode(film: Film, index: number): Promise<void> {
  const sound = path.join(folder(film), 'sound.wav');
  await writeFile(sound, compose(film, index + 31));
  const target = path.join(clips, `${film.name}.mp4`);
  const coded = `-vf scale=${film.width}:${film.height}:flags=lanczos:in_range=pc:out_range=tv:in_color_matrix=bt601:out_color_matrix=bt709,format=yuv420p -c:v libx264 -profile:v high -preset faster -crf 24 -aq-mode 3 -g 100 -maxrate 2200k -bufsize 4400k -colorspace bt709 -color_primaries bt709 -color_trc bt709 -c:a aac -b:a 64k -shortest -map_metadata -1 -fflags +bitexact -movflags +faststart`;
  await still(film);
  await promisify(execFile)(ffmpeg, [
    '-v',
    'error',
    '-y',
    '-framerate',
    String(FRAMES_PER_SECOND),
    '-i',
    path.join(folder(film), '%05d.jpg'),
    '-i',
    sound,
    ...coded.split(' '),
    target,
  ]);
  await rm(folder(film), { recursive: true });
  console.log(`${film.name}: ${Math.round((await stat(target)).size / 1024)} KB`);
}

async function still(film: Film): Promise<void> {
  const frame = Math.round(film.poster * film.seconds * FRAMES_PER_SECOND);
  await sharp(path.join(folder(film), `${String(frame).padStart(5, '0')}.jpg`))
    .resize({ width: Math.round(film.width / 1.5) })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(path.join(clips, `${film.name}.jpg`));
}

/** Moments of a film side by side, to look at while drawing. */
async function renderSheet(page: Page, film: Film): Promise<void> {
  await openFilm(page, film);
  const columns = film.width > film.height ? 2 : 4;
  const width = film.width > film.height ? 960 : 480;
  const height = Math.round((width * film.height) / film.width);
  const tiles: { input: Buffer; left: number; top: number }[] = [];
  for (const [i, u] of [0.02, 0.35, 0.66, 0.98].entries()) {
    const pixels = await drawFrame(page, u * film.seconds);
    const input = await sharp(pixels).resize({ width }).png().toBuffer();
    tiles.push({ input, left: (i % columns) * width, top: Math.floor(i / columns) * height });
  }
  const file = path.join(tmpdir(), `sheet-${film.name}.png`);
  const create = {
    width: columns * width,
    height: (4 / columns) * height,
    channels: 3 as const,
    background: '#fff',
  };
  await sharp({ create }).composite(tiles).png().toFile(file);
  console.log(file);
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: [
    '--no-sandbox',
    `--use-angle=${process.env['ANGLE'] ?? 'gl-egl'}`,
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
  ],
});
const page = await browser.newPage();
page.on('console', (message) => console.log(message.text()));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const [index, film] of films.entries()) {
  if (wanted.length > 0 && !wanted.includes(film.name)) continue;
  if (process.argv.includes('--sheet')) await renderSheet(page, film);
  else if (await drawPart(page, film)) await encode(film, index);
}
await browser.close();
server.close();
