import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { workOnImage } from '#server/app/http/image-upload.ts';

const folderOf = (mark: string): string => `brand/${mark}`;

/**
 * Keeps a mark in all its forms for a change of the settings to take up. Throws 415 unless
 * it is a picture.
 */
export async function storeMark(ctx: Context, bytes: Buffer): Promise<string> {
  const files = await workOnImage(() => ctx.media.brandMark(bytes));
  const mark = ctx.random.bytes(12).toString('hex');
  await Promise.all(
    files.map(({ name, data }) => ctx.storage.write(`${folderOf(mark)}/${name}.png`, Readable.from([data]))),
  );
  return mark;
}

export const hasMark = async ({ storage }: Context, mark: string): Promise<boolean> =>
  (await storage.stat(`${folderOf(mark)}/mark.png`)) !== null;
