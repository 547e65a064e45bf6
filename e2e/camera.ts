import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A mock camera: a large picture that is drawn and encoded, and its ladder made, by software over and over. */
export const CAMERA = resolve('test-results/camera.y4m');
const WIDTH = 160;
const HEIGHT = 90;
const PER_SECOND = 10;

/** A second of YUV4MPEG2 (4:2:0), a light that goes through the picture; Chromium begins again at its end. */
export function makeCamera(): void {
  const frames = Array.from({ length: PER_SECOND }, (_, at) => {
    const luma = Buffer.from(
      Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => ((pixel % WIDTH) + at * 16) % 220),
    );
    return [Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)];
  });
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420mpeg2\n`);
  mkdirSync(dirname(CAMERA), { recursive: true });
  writeFileSync(CAMERA, Buffer.concat([header, ...frames.flat()]));
}
