/** Draws the shop's pictures and the fallback pictures into web/public: node sample/drawing/products/render.ts */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Model, View } from './glasses.ts';
import { drawGlasses } from './glasses.ts';

const models: Model[] = [
  {
    name: 'orange-vibes',
    rim: 5,
    depth: 5,
    templeHeight: 11,
    hinge: '#f2d6a8',
    lens: [
      [12, -13],
      [30, -18],
      [52, -18.5],
      [59, -15],
      [58, -2],
      [51, 14],
      [36, 20],
      [20, 16],
      [12, 2],
    ],
    bridge: { y: -8, wide: 7, rise: 3 },
    frame: { light: '#ffc07a', base: '#f5812a', dark: '#a8410f' },
    glass: { top: '#5a2c1a', bottom: '#f0a860', opacity: 0.86 },
    ground: { back: '#fff1df', front: '#f9cfa4' },
  },
  {
    name: 'premium-black',
    rim: 5.6,
    depth: 6.5,
    templeHeight: 13,
    hinge: '#dcb871',
    lens: [
      [11, -15],
      [34, -18],
      [58, -17.5],
      [63, -13],
      [61, 2],
      [54, 16],
      [37, 19],
      [19, 16],
      [11, 0],
    ],
    bridge: { y: -9, wide: 8, rise: 2 },
    frame: { light: '#6a6a72', base: '#26262c', dark: '#08080b' },
    glass: { top: '#15171d', bottom: '#5d6470', opacity: 0.93 },
    ground: { back: '#f6f1ea', front: '#d8cbbd' },
  },
  {
    name: 'lightweight-style',
    rim: 1.7,
    depth: 1.8,
    templeHeight: 2.6,
    hinge: '#e8c9b0',
    lens: [
      [11, 0],
      [14.5, -12],
      [23, -20],
      [34, -23],
      [45, -20],
      [53.5, -12],
      [57, 0],
      [53.5, 12],
      [45, 20],
      [34, 23],
      [23, 20],
      [14.5, 12],
    ],
    bridge: { y: -5, wide: 2.4, rise: 4.5 },
    frame: { light: '#ffe9d6', base: '#c9926a', dark: '#75482c' },
    glass: { top: '#2f7f86', bottom: '#a9dcd2', opacity: 0.74 },
    ground: { back: '#f0f7f3', front: '#bfdcd3' },
  },
];

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
