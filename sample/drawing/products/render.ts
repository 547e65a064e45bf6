/** Draws the shop's pictures and the fallback pictures into web/public: node sample/drawing/products/render.ts */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { View } from './glasses.ts';
import { drawGlasses } from './glasses.ts';
import { models } from './models.ts';

const views: View[] = [
  { name: 'front', yaw: 0, pitch: 7, folded: false, zoom: 7.7, place: [0.5, 0.5] },
  { name: 'angle', yaw: -34, pitch: 15, folded: false, zoom: 5.9, place: [0.42, 0.47] },
  { name: 'folded', yaw: 20, pitch: 27, folded: true, zoom: 7.3, place: [0.5, 0.5] },
];

const folder = path.resolve(import.meta.dirname, '../../../web/public/products');
await mkdir(folder, { recursive: true });
for (const model of models) {
  for (const view of views) {
    const file = path.join(folder, `${model.name}-${view.name}.webp`);
    await sharp(Buffer.from(drawGlasses(model, view)))
      .webp({ quality: 84, effort: 6 })
      .toFile(file);
    console.log(`${path.basename(file)}: ${Math.round((await stat(file)).size / 1024)} KB`);
  }
}
