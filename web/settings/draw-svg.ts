const SIDE = 1024;

/**
 * An SVG as PNG, drawn by this browser: inside an <img> no script of it runs and nothing is fetched, and the server never
 * has to read one.
 */
export async function drawSvg(file: File): Promise<File> {
  const url = URL.createObjectURL(file);
  try {
    const image = Object.assign(new Image(), { src: url });
    await image.decode().catch(() => {
      throw new Error('This SVG can’t be drawn. Please export it as PNG and try that.');
    });
    // one that only has a view box tells no size everywhere
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image;
    const scale = SIDE / Math.max(width || SIDE, height || SIDE);
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round((width || SIDE) * scale)),
      height: Math.max(1, Math.round((height || SIDE) * scale)),
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!png) throw new Error('This SVG can’t be drawn. Please export it as PNG and try that.');
    return new File([png], 'mark.png', { type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}
