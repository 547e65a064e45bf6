import type { Locator, Page } from '@playwright/test';

interface Contrast {
  contrast: number;
  /** Where it is least. */
  text: string;
}

/**
 * The least contrast (WCAG 2) of what is written within an element, as it is drawn: its colour against every pixel behind
 * its lines.
 */
export async function leastContrast(page: Page, text: Locator): Promise<Contrast> {
  const lines = await text.evaluate(readLines);
  await text.evaluate(hideText, true);
  const drawn = await page.screenshot({ animations: 'disabled' });
  await text.evaluate(hideText, false);
  return page.evaluate(compare, { lines, picture: drawn.toString('base64') });
}

interface Line {
  text: string;
  color: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In the page, past its content policy. */
function hideText(_: Element, isHidden: boolean): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[data-overlay] * { color: transparent !important; }');
  document.adoptedStyleSheets = isHidden ? [sheet] : [];
}

/** In the page: the lines of text, and the colour of each. */
function readLines(root: Element): Line[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent?.trim() || parent.closest('.sr-only')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = (parent.closest('[class*=line-clamp]') ?? parent).getBoundingClientRect();
    for (const { x, y, width, height } of range.getClientRects())
      // what a line clamp cuts off is not drawn
      if (width > 0 && y + height / 2 < box.bottom && y + height / 2 < innerHeight)
        lines.push({ text: node.textContent, color: getComputedStyle(parent).color, x, y, width, height });
  }
  return lines;
}

/** In the page. */
async function compare({ lines, picture }: { lines: Line[]; picture: string }): Promise<Contrast> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.codePointAt(0) ?? 0);
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const scale = image.width / innerWidth;
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is nothing to draw on.');
  const luminance = (data: Uint8ClampedArray, at: number): number => {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((part) => {
      const value = (data[at + part] ?? 0) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const least: Contrast = { contrast: Number.POSITIVE_INFINITY, text: 'nothing was said' };
  for (const { text, color, x, y, width, height } of lines) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const ink = luminance(context.getImageData(0, 0, 1, 1).data, 0);
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(
      x * scale,
      y * scale,
      Math.max(1, width * scale),
      Math.max(1, height * scale),
    );
    for (let at = 0; at < data.length; at += 4) {
      const behind = luminance(data, at);
      const contrast = (Math.max(ink, behind) + 0.05) / (Math.min(ink, behind) + 0.05);
      if (contrast < least.contrast) Object.assign(least, { contrast, text: text.slice(0, 40) });
    }
  }
  return least;
}
