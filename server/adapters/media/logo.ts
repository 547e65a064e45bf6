import sharp from 'sharp';
import { LOGO_FILES } from '#contract/settings/logo.ts';
import { decodePicture, reject } from './pictures.ts';

export interface LogoFile {
  name: (typeof LOGO_FILES)[number];
  /** PNG. */
  data: Buffer;
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** The background of a logo in formats without transparency: paper, or near-black for a light one. */
const GROUNDS = { light: '#fcf9f5', dark: '#1a1410' };
/** Of an icon's side. What launchers cut off (W3C: the outer tenth) never touches the logo. */
const LOGO_SHARE = 0.62;

/** An owner's logo, uncut, in every file of LOGO_FILES; nothing of the original but its pixels. */
export async function drawLogo(image: Buffer): Promise<LogoFile[]> {
  const base = await decodePicture(image, (picture) =>
    picture.resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true }),
  );
  try {
    const whole = await base.png().toBuffer();
    const background = (await isLight(whole)) ? GROUNDS.dark : GROUNDS.light;
    return await Promise.all(
      LOGO_FILES.map(async (name) => ({ name, data: await draw(whole, name, background) })),
    );
  } catch (error) {
    return reject(error);
  }
}

async function draw(whole: Buffer, name: LogoFile['name'], background: string): Promise<Buffer> {
  if (name === 'mark')
    return sharp(whole)
      .resize({ width: 512, height: 128, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  const size = Number(name.slice('icon-'.length));
  const contained = (side: number) =>
    sharp(whole).resize(side, side, { fit: 'contain', background: CLEAR }).png().toBuffer();
  if (size < 100) return contained(size);
  const icon = sharp({ create: { width: size, height: size, channels: 3, background } });
  return icon
    .composite([{ input: await contained(Math.round(size * LOGO_SHARE)) }])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** Whether what can be seen of it is brighter than the middle. */
async function isLight(image: Buffer): Promise<boolean> {
  const pixels = await sharp(image).resize(64, 64, { fit: 'inside' }).ensureAlpha().raw().toBuffer();
  let light = 0;
  let seen = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha;
    seen += alpha;
  }
  return light > 150 * seen;
}
