import sharp, { type OverlayOptions, type Sharp } from 'sharp';

/** What a shared link's picture shows. */
export interface ShareCard {
  title: string;
  creator: string;
  siteName: string;
  /** Of the video, a picture that was made here (thumbnailSet); null: it has none. */
  picture: Buffer | null;
  /** PNG, as high as it is to be drawn or higher. */
  logo: Buffer;
}

/** What Open Graph's readers ask for. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
const GROUND = { r: 26, g: 20, b: 16 };
const WHITE = '#fffaf2';
const SOFT = '#e6dccd';
/** Pixels of the letters of a title: the first that fits is taken. */
const TITLE_SIZES = [68, 56, 46];
const TITLE_HEIGHT = 260;
const LOGO_HEIGHT = 48;

/** Messengers show no picture that is larger than some 600 KB. */
const MAX_BYTES = 550_000;
/**
 * Of each colour's 8 bits: a picture over the whole card has two thirds of its bytes with 7, in a quarter of the time that a palette
 * takes. A blurred or plain ground would show steps, and is small as it is. What is all noise is drawn of a third as many
 * pixels a side in the end.
 */
const LOOKS: Record<Shape, Look[]> = {
  landscape: [{ bits: 7 }, { bits: 5 }, { bits: 5, isSoft: true }],
  portrait: [{ bits: 8 }, { bits: 8, isSoft: true }],
  none: [{ bits: 8 }],
};
interface Look {
  bits: number;
  isSoft?: boolean;
}

/**
 * Emoji, and what has no agreed look (private use, not assigned): fonts of letters show boxes for them, and one of emoji
 * is ten times as large as these.
 */
const NO_LETTERS =
  /(?![©®™‼⁉ℹ↔-↪])[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Co}\p{Cn}]\u200D?|\uFE0F\u200D?|[\u20E3\u{E0000}-\u{E007F}]/gu;
const lettersOf = (text: string): string => text.replaceAll(NO_LETTERS, '').replaceAll(/\s+/g, ' ').trim();

/**
 * PNG of 1200×630. A title wraps, in whatever script it is; what doesn't fit in the smallest size ends in “…”. Emoji are
 * left out.
 */
export async function drawShareCard({ title, creator, siteName, ...pictures }: ShareCard): Promise<Buffer> {
  const card = {
    ...pictures,
    title: lettersOf(title),
    creator: lettersOf(creator),
    siteName: lettersOf(siteName),
  };
  const shape = card.picture ? await shapeOf(card.picture) : 'none';
  const textWidth = shape === 'portrait' ? 640 : WIDTH - 2 * MARGIN;
  const lines = await Promise.all([
    drawBrand(card, textWidth),
    drawLine(card.creator, { size: 32, width: textWidth, colour: SOFT }),
    drawTitle(card.title, textWidth),
  ]);
  let bottom = HEIGHT - MARGIN;
  const textLayers = lines.map((line, at) => {
    const top = Math.max(0, bottom - line.info.height);
    bottom = top - (at === 0 ? 36 : 24);
    const left = line.isRtl ? MARGIN + textWidth - line.info.width : MARGIN;
    return { ...layerOf(line), top, left };
  });
  let image: Buffer = Buffer.alloc(0);
  for (const { bits, isSoft } of LOOKS[shape]) {
    const picture = card.picture && isSoft ? await soften(card.picture) : card.picture;
    const ground = await drawGround(picture, shape);
    const layers = shape === 'landscape' ? [shadeAbove(bottom)] : ground.layers;
    image = await compress(
      await pixelsOf(ground.base.composite([...layers, ...textLayers]).removeAlpha()),
      bits,
    );
    if (image.length <= MAX_BYTES) break;
  }
  return image;
}

const soften = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .resize({ height: HEIGHT / 3 })
    .png()
    .toBuffer();

async function compress({ data, info }: Pixels, bits: number): Promise<Buffer> {
  const mask = (0xff << (8 - bits)) & 0xff;
  if (bits < 8) for (let at = 0; at < data.length; at++) data[at] = (data[at] ?? 0) & mask;
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .png({ compressionLevel: 4, adaptiveFiltering: true })
    .toBuffer();
}

type Shape = 'landscape' | 'portrait' | 'none';

async function shapeOf(picture: Buffer): Promise<Shape> {
  const { width, height } = await sharp(picture).metadata();
  return width > height ? 'landscape' : 'portrait';
}

/** The picture fills the card; a portrait one is placed whole at the side, over itself. */
async function drawGround(
  picture: Buffer | null,
  shape: Shape,
): Promise<{ base: Sharp; layers: OverlayOptions[] }> {
  if (!picture) {
    const plain = { width: WIDTH, height: HEIGHT, channels: 3 as const, background: GROUND };
    return { base: sharp({ create: plain }), layers: [] };
  }
  if (shape === 'landscape')
    return { base: sharp(picture).resize(WIDTH, HEIGHT, { fit: 'cover' }), layers: [] };
  return {
    base: sharp(await blur(picture)).resize(WIDTH, HEIGHT, { kernel: 'linear' }),
    layers: [await standAtTheSide(picture)],
  };
}

/** Scaled down first: a twentieth of the work, without a visible difference. */
const blur = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .resize(120, 63, { fit: 'cover' })
    .blur(4)
    .modulate({ brightness: 0.45 })
    .png({ compressionLevel: 1 })
    .toBuffer();

async function standAtTheSide(picture: Buffer): Promise<OverlayOptions> {
  const drawn = await pixelsOf(sharp(picture).resize({ width: 420, height: HEIGHT, fit: 'inside' }));
  const { info } = drawn;
  return {
    ...layerOf(drawn),
    top: Math.round((HEIGHT - info.height) / 2),
    left: WIDTH - info.width - (info.height < HEIGHT ? MARGIN : 0),
  };
}

/** A gradient that is dark below `top`, so that text is readable on any picture. */
function shadeAbove(top: number): OverlayOptions {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++) {
    const share = Math.min(1, Math.max(0, (y - top + 160) / 160));
    const colour = (GROUND.r << 24) | (GROUND.g << 16) | (GROUND.b << 8) | Math.round(share * 190);
    const row = Buffer.alloc(4);
    row.writeInt32BE(colour);
    pixels.fill(row, y * WIDTH * 4, (y + 1) * WIDTH * 4);
  }
  return { input: pixels, raw: { width: WIDTH, height: HEIGHT, channels: 4 }, top: 0, left: 0 };
}

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** As they are: nothing between two steps is compressed. */
const pixelsOf = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true });

const layerOf = ({ data, info: { width, height, channels } }: Pixels) => ({
  input: data,
  raw: { width, height, channels },
});

interface Drawn extends Pixels {
  isRtl: boolean;
}

interface Letters {
  size: number;
  width: number;
  colour: string;
  isBold?: boolean;
}

async function drawTitle(title: string, width: number): Promise<Drawn> {
  for (const size of TITLE_SIZES) {
    const drawn = await drawText(title, { size, width, colour: WHITE, isBold: true });
    if (drawn.info.height <= TITLE_HEIGHT) return drawn;
  }
  return drawCut(title, { size: TITLE_SIZES.at(-1) ?? 46, width, colour: WHITE, isBold: true }, TITLE_HEIGHT);
}

const drawLine = (text: string, look: Letters): Promise<Drawn> => drawCut(text, look, look.size * 1.8);

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As much of a text as is no higher than that. */
async function drawCut(text: string, look: Letters, height: number): Promise<Drawn> {
  const whole = await drawText(text, look);
  if (whole.info.height <= height) return whole;
  const letters = [...characters.segment(text)].map(({ segment }) => segment);
  let fits = await drawText('…', look);
  let [from, to] = [0, letters.length];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    const drawn = await drawText(`${letters.slice(0, middle).join('').trimEnd()}…`, look);
    if (drawn.info.height <= height) [from, fits] = [middle, drawn];
    else to = middle;
  }
  return fits;
}

/** Letters come from the fonts of the system (docs/operations.md). */
async function drawText(text: string, { size, width, colour, isBold = false }: Letters): Promise<Drawn> {
  if (text === '') return { data: Buffer.alloc(4), info: { width: 1, height: 1, channels: 4 }, isRtl: false };
  const image = sharp({
    text: {
      text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
      font: `sans ${isBold ? 'Bold ' : ''}${size}`,
      width,
      // a point is a pixel
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  });
  return { ...(await pixelsOf(image)), isRtl: isRightToLeft(text) };
}

async function drawBrand({ logo, siteName }: ShareCard, width: number): Promise<Drawn> {
  const picture = await pixelsOf(
    sharp(logo).resize({ height: LOGO_HEIGHT, width: 180, fit: 'inside' }).ensureAlpha(),
  );
  const gap = 16;
  const maxWidth = width - picture.info.width - gap;
  const name = await drawLine(siteName, { size: 30, width: maxWidth, colour: WHITE, isBold: true });
  const height = Math.max(LOGO_HEIGHT, name.info.height);
  const whole = { width: picture.info.width + gap + name.info.width, height };
  const middle = ({ info }: Pixels) => Math.round((height - info.height) / 2);
  const both = sharp({ create: { ...whole, channels: 4, background: { ...GROUND, alpha: 0 } } }).composite([
    { ...layerOf(picture), top: middle(picture), left: 0 },
    { ...layerOf(name), top: middle(name), left: picture.info.width + gap },
  ]);
  return { ...(await pixelsOf(both)), isRtl: false };
}

/** A text's direction is that of its first letter. */
function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter);
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
