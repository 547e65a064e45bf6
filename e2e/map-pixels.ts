import sharp from 'sharp';
import type { Page } from './fixture.ts';

export const map = (page: Page) => page.getByRole('region', { name: 'Map of filming locations' });

/** How many pixels of the map have the colour that this token has just now. */
export async function pixelsOf(page: Page, token: string): Promise<number> {
  const [red, green, blue] = await page.evaluate((name) => {
    const pen = document.createElement('canvas').getContext('2d');
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    if (!pen) return [];
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(0, 0, 1, 1);
    probe.remove();
    return [...pen.getImageData(0, 0, 1, 1).data];
  }, token);
  const { data, info } = await sharp(await map(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  const near = (at: number, value = 0) => Math.abs((data[at] ?? 0) - value) <= 2;
  for (let at = 0; at < data.length; at += info.channels)
    if (near(at, red) && near(at + 1, green) && near(at + 2, blue)) count += 1;
  return count;
}
