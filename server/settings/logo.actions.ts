import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { workOnImage } from '#server/app/http/files/image-upload.ts';

const folderOf = (logo: string): string => `brand/${logo}`;

/**
 * Stores a logo in all its variants, for a later change of the settings. Throws 415 unless it is an image.
 */
export async function storeLogo(ctx: Context, bytes: Buffer): Promise<string> {
  const files = await workOnImage(() => ctx.media.drawLogo(bytes));
  const logo = ctx.random.bytes(12).toString('hex');
  await Promise.all(
    files.map(({ name, data }) => ctx.storage.write(`${folderOf(logo)}/${name}.png`, Readable.from([data]))),
  );
  return logo;
}

export const hasLogo = async ({ storage }: Context, logo: string): Promise<boolean> =>
  (await storage.stat(`${folderOf(logo)}/mark.png`)) !== null;
