/** What an embedded player and its page agree on; both sides of the wire run these functions. */

export interface Box {
  width: number;
  height: number;
}

/** Default length in pixels of an embedded player's longer side. */
const LONGER_SIDE = 640;

/** The minimum that fits the controls; smaller requests are raised to it. */
const LEAST = 120;

/** The box with a video's aspect ratio within `most`; by default 640 pixels on its longer side. */
export function embedBox(
  { width, height }: { width: number | null; height: number | null },
  most: Partial<Box> = {},
): Box {
  const ratio = width && height ? width / height : 16 / 9;
  const limits = [
    Math.max(LEAST, ratio >= 1 ? LONGER_SIDE : LONGER_SIDE * ratio),
    most.width ?? Infinity,
    (most.height ?? Infinity) * ratio,
  ];
  const wide = Math.max(1, Math.floor(Math.min(...limits)));
  const high = Math.max(1, Math.round(wide / ratio));
  return { width: wide, height: Math.min(high, most.height ?? Infinity) };
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ALLOWED =
  'allow="autoplay; fullscreen; picture-in-picture; encrypted-media" allowfullscreen loading="lazy"';

/** The line that puts a video on a page: as large as `box`, or as wide as there is room, in its shape. */
export function embedCode(
  address: string,
  title: string,
  { width, height }: Box,
  { isResponsive = false }: { isResponsive?: boolean } = {},
): string {
  const what = `src="${escape(address)}" title="${escape(title)}"`;
  if (!isResponsive)
    return `<iframe ${what} width="${width}" height="${height}" style="border:0" ${ALLOWED}></iframe>`;
  // a portrait video stays as narrow as it is
  const most = width < height ? `;max-width:${width}px` : '';
  return `<iframe ${what} style="border:0;width:100%${most};aspect-ratio:${width}/${height}" ${ALLOWED}></iframe>`;
}
