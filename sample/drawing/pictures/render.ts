/** Draws the people and the external entries' pictures of the sample content: node sample/drawing/pictures/render.ts */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Sheet } from '../clips/draw.ts';
import { toSvg } from '../clips/draw.ts';
import { drawFace, faces } from './faces.ts';
import { posters } from './posters.ts';

const sample = path.resolve(import.meta.dirname, '../..');
await mkdir(path.join(sample, 'avatars'), { recursive: true });
await mkdir(path.join(sample, 'thumbnails'), { recursive: true });
for (const face of faces) {
  await sharp(Buffer.from(drawFace(face)))
    .webp({ quality: 84 })
    .toFile(path.join(sample, 'avatars', `${face.name}.webp`));
}
for (const [name, draw] of Object.entries(posters)) {
  const sheet: Sheet = { width: 960, height: 540, defs: [], body: [] };
  draw(sheet);
  await sharp(Buffer.from(toSvg(sheet, 640, 360)))
    .flatten({ background: '#fff' })
    .webp({ quality: 80 })
    .toFile(path.join(sample, 'thumbnails', `${name}.webp`));
}
