import { join } from 'node:path';
import sharp from 'sharp';

export interface Picture {
  file: string;
  width: number;
  scheme: 'light' | 'dark';
}

/** Width of a tile, by the width of its screen: three in a row, with readable text. */
const tileWidth = (width: number): number => (width < 480 ? 330 : 620);
const MAX_TILE_HEIGHT = 1400;
const GAP = 16;
const COLUMNS = 3;

/** One picture of all widths in a theme. What is longer is cut; its own picture has it whole. */
export async function writeSheet(pictures: Picture[], folder: string, name: string): Promise<void> {
  const rows = Array.from({ length: Math.ceil(pictures.length / COLUMNS) }, (_, i) =>
    pictures.slice(i * COLUMNS, (i + 1) * COLUMNS),
  );
  const tiles: { input: Buffer; left: number; top: number }[] = [];
  let [sheetWidth, top] = [0, GAP];
  for (const row of rows) {
    let [left, height] = [GAP, 0];
    for (const picture of row) {
      const tile = await cutTile(join(folder, picture.file), tileWidth(picture.width));
      tiles.push({ input: tile.data, left, top });
      left += tile.info.width + GAP;
      height = Math.max(height, tile.info.height);
    }
    sheetWidth = Math.max(sheetWidth, left);
    top += height + GAP;
  }
  await sharp({ create: { width: sheetWidth, height: top, channels: 3, background: '#808080' } })
    .composite(tiles)
    .png()
    .toFile(join(folder, `${name}-sheet.png`));
}

async function cutTile(file: string, width: number) {
  const resized = await sharp(file).resize({ width }).png().toBuffer({ resolveWithObject: true });
  const height = Math.min(resized.info.height, MAX_TILE_HEIGHT);
  return sharp(resized.data)
    .extract({ left: 0, top: 0, width, height })
    .png()
    .toBuffer({ resolveWithObject: true });
}
