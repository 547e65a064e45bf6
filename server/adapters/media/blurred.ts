import sharp from 'sharp';

/** Pixels of its longer side. */
export const BLURRED_SIDE = 640;

/** A strongly blurred JPEG of one of our own thumbnails: only light and colours remain. */
export async function drawBlurred(picture: Buffer): Promise<Buffer> {
  const few = await sharp(picture).resize(16, 16, { fit: 'inside' }).png().toBuffer();
  return sharp(few)
    .resize(BLURRED_SIDE, BLURRED_SIDE, { fit: 'inside', kernel: 'cubic' })
    .blur(20)
    .jpeg({ quality: 70, progressive: true })
    .toBuffer();
}
