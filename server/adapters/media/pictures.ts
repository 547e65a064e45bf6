import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash';
import { MediaRejection } from './rejection.ts';
import { SNIFF_BYTES, sniffImage } from './sniff.ts';

// Loaders that parse text or call other programs have no business with a stranger's file.
sharp.block({
  operation: ['VipsForeignLoadSvg', 'VipsForeignLoadPdf', 'VipsForeignLoadMagick', 'VipsForeignLoadText'],
});
sharp.concurrency(1);

export const OPEN = { limitInputPixels: 40_000_000, failOn: 'error', pages: 1 } as const;
export const THUMBNAIL_WIDTHS = [320, 640, 1280];
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

/** Throws MediaRejection unless these bytes are a picture of an accepted kind. */
export async function checkImage(image: Buffer): Promise<void> {
  if (!sniffImage(image.subarray(0, SNIFF_BYTES)))
    throw new MediaRejection(
      'This is not a picture we can use. Please choose a JPEG, PNG, WebP, GIF or AVIF file.',
    );
  await sharp(image, OPEN).stats().catch(reject);
}

/** Pictures are never enlarged; one narrower than a name's width is stored as it is under that name. */
export async function makeThumbnails(image: string | Buffer, outDir: string): Promise<Thumbnails> {
  if (typeof image !== 'string') await checkImage(image);
  const base = sharp(image, OPEN).autoOrient().flatten({ background: '#000' });
  const files: string[] = [];
  try {
    for (const width of THUMBNAIL_WIDTHS) {
      const sized = base.clone().resize({ width, height: width, fit: 'inside', withoutEnlargement: true });
      const name = (ending: string) => {
        files.push(`thumb-${width}.${ending}`);
        return join(outDir, `thumb-${width}.${ending}`);
      };
      await sized.clone().jpeg({ quality: 80, mozjpeg: false, progressive: true }).toFile(name('jpg'));
      await sized.clone().webp({ quality: 75, effort: 3 }).toFile(name('webp'));
      await sized.clone().avif({ quality: 50, effort: 1 }).toFile(name('avif'));
    }
    return { placeholder: await makePlaceholder(base), files };
  } catch (error) {
    return reject(error);
  }
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
  await checkImage(image);
  try {
    return await Promise.all(
      PROFILE_SIZES.map(async (size) => ({
        size,
        data: await sharp(image, OPEN)
          .autoOrient()
          .resize(size, size, { fit: 'cover' })
          .webp({ quality: 80 })
          .toBuffer(),
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
  await checkImage(image);
  try {
    return await Promise.all(
      WHOLE_WIDTHS.map(async (name) => {
        const { data, info } = await sharp(image, OPEN)
          .autoOrient()
          .resize({ width: name, height: name, fit: 'inside', withoutEnlargement: true })
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
  if (/pixel limit/.test(reason))
    throw new MediaRejection(
      'This picture has more than 40 million pixels. Please make it smaller and try again.',
    );
  throw new MediaRejection("This picture is damaged and can't be read. Please choose another one.");
}
