import { t } from '@lingui/core/macro';
const SIDE = 1024;

/**
 * An SVG as PNG, drawn by this browser: inside an <img> no script of it runs and nothing is fetched, and the server never
 * has to read one.
 */
export async function drawSvg(file: File): Promise<File> {
  const url = URL.createObjectURL(withSize(await file.text()));
  try {
    const image = Object.assign(new Image(), { src: url });
    await image.decode().catch(() => {
      throw new Error(t`Couldn’t render this SVG. Please export it as a PNG and try again.`);
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = SIDE / Math.max(width, height, 1);
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!png) throw new Error(t`Couldn’t render this SVG. Please export it as a PNG and try again.`);
    return new File([png], 'logo.png', { type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The size of its view box, if it has one: without a size of its own Firefox draws nothing. */
function withSize(text: string): Blob {
  const { documentElement: svg } = new DOMParser().parseFromString(text, 'image/svg+xml');
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) return new Blob([text], { type: 'image/svg+xml' });
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
}
