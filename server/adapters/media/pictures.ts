import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { CROPS, CROP_WIDTHS, PICTURE_WIDTHS } from '#contract/videos/pictures.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { checkKind } from './picture-kind.ts';
import { MEDIA, MediaRejection } from './rejection.ts';

// Loaders that parse text or call other programs have no business with a stranger's file.
sharp.block({
  operation: ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick', 'VipsForeignLoadText'],
});
sharp.concurrency(1);

const OPEN = { limitInputPixels: 40_000_000, failOn: 'error', pages: 1 } as const;
export const PROFILE_SIZES = [96, 256, 512];
export const WHOLE_WIDTHS = [640, 1280];

export interface Thumbnails {
  /** A tiny data: image to show while the thumbnail loads. */
  placeholder: string;
  /** File names written. */
  files: string[];
}

export interface SquareImage {
  size: number;
  /** WebP. */
  data: Buffer;
}

/** Throws MediaRejection unless these bytes are a whole picture of an accepted kind. */
export async function checkImage(image: Buffer): Promise<void> {
  checkKind(image);
  await sharp(image, OPEN).stats().catch(reject);
}

/** Decodes it, once: all that is made of it is made of this. Upright. */
export async function decodePicture(image: Buffer, arrange: (picture: Sharp) => Sharp): Promise<Sharp> {
  checkKind(image);
  const { data, info } = await arrange(sharp(image, OPEN).autoOrient())
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(reject);
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

const ENCODED: Record<string, (picture: Sharp) => Sharp> = {
  jpg: (picture) => picture.jpeg({ quality: 80, mozjpeg: false, progressive: true }),
  webp: (picture) => picture.webp({ quality: 75, effort: 3 }),
  avif: (picture) => picture.avif({ quality: 50, effort: 1 }),
};

/** Pictures are never enlarged; one narrower than a name's width is stored as it is under that name. Crops are around `focus`. */
export async function makeThumbnails(
  image: Buffer,
  outDir: string,
  focus: Focus = MIDDLE,
): Promise<Thumbnails> {
  const base = await decodePicture(image, (picture) =>
    picture.flatten({ background: '#000' }).resize(within(1280)),
  );
  const { width = 0, height = 0 } = await base.metadata();
  const nameOf = (side: number, ending: string) => `thumb-${side}.${ending}`;
  const files: string[] = [];
  let last: number | undefined;
  try {
    for (const side of PICTURE_WIDTHS) {
      const sized = base.clone().resize(within(side));
      for (const [ending, encode] of Object.entries(ENCODED)) {
        const path = join(outDir, nameOf(side, ending));
        // the same pixels as under the name before
        if (last === undefined) await encode(sized.clone()).toFile(path);
        else await copyFile(join(outDir, nameOf(last, ending)), path);
        files.push(nameOf(side, ending));
      }
      if (side >= Math.max(width, height)) last = side;
    }
    files.push(...(await writeCrops(base, { width, height }, outDir, focus)));
    return { placeholder: await makePlaceholder(base), files };
  } catch (error) {
    return reject(error);
  }
}

const MIDDLE: Focus = { x: 0.5, y: 0.5 };

/** The part of a picture that `object-fit: cover` shows with the focus as its `object-position`, in each aspect ratio. */
async function writeCrops(
  base: Sharp,
  { width, height }: { width: number; height: number },
  outDir: string,
  { x, y }: Focus,
): Promise<string[]> {
  const files: string[] = [];
  for (const [crop, ratio] of Object.entries(CROPS)) {
    const part = {
      width: Math.max(1, Math.min(width, Math.round(height * ratio))),
      height: Math.max(1, Math.min(height, Math.round(width / ratio))),
    };
    const left = Math.round((width - part.width) * x);
    const top = Math.round((height - part.height) * y);
    for (const side of CROP_WIDTHS) {
      const name = `thumb-${side}-${crop}.webp`;
      const picture = base
        .clone()
        .extract({ ...part, left, top })
        .resize({ width: side, withoutEnlargement: true });
      await picture.webp({ quality: 75, effort: 3 }).toFile(join(outDir, name));
      files.push(name);
    }
  }
  return files;
}

async function makePlaceholder(base: Sharp): Promise<string> {
  const { data, info } = await base
    .clone()
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { w, h, rgba } = thumbHashToRGBA(rgbaToThumbHash(info.width, info.height, data));
  const tiny = await sharp(rgba, { raw: { width: w, height: h, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 30, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

export async function squareImage(image: Buffer): Promise<SquareImage[]> {
  const base = await decodePicture(image, (picture) => picture.resize(512, 512, { fit: 'cover' }));
  try {
    return await Promise.all(
      PROFILE_SIZES.map(async (size) => ({
        size,
        data: await base.clone().resize(size, size, { fit: 'cover' }).webp({ quality: 80 }).toBuffer(),
      })),
    );
  } catch (error) {
    return reject(error);
  }
}

export interface SizedImage {
  /** Of WHOLE_WIDTHS; its own width is smaller where the original's is. */
  name: number;
  /** Pixels. */
  width: number;
  height: number;
  /** WebP. */
  data: Buffer;
}

/** A picture, whole, in every width of WHOLE_WIDTHS; one that is narrower is stored as it is. */
export async function wholePicture(image: Buffer): Promise<SizedImage[]> {
  const base = await decodePicture(image, (picture) => picture.resize(within(1280)));
  try {
    return await Promise.all(
      WHOLE_WIDTHS.map(async (name) => {
        const { data, info } = await base
          .clone()
          .resize(within(name))
          .webp({ quality: 82 })
          .toBuffer({ resolveWithObject: true });
        return { name, width: info.width, height: info.height, data };
      }),
    );
  } catch (error) {
    return reject(error);
  }
}

export function reject(error: unknown): never {
  if (error instanceof MediaRejection) throw error;
  const reason = error instanceof Error ? error.message : '';
  if (/pixel limit/.test(reason)) throw new MediaRejection(MEDIA.TOO_MANY_PIXELS());
  throw new MediaRejection(MEDIA.DAMAGED_PICTURE());
}
