import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';

/**
 * Pictures of a running site, for the README and for looking at: `node scripts/screenshots.ts --url http://localhost:3000
 * --to docs/images [--token <session>] [path …]`. Every page in three sizes, light and dark.
 */
const SIZES = { phone: [390, 844], tablet: [820, 1180], wide: [1440, 900] } as const;
const SCHEMES = ['light', 'dark'] as const;
const PAGES = ['/', '/videos', '/video/1', '/community', '/shop', '/cart', '/login', '/creators'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    to: { type: 'string', default: 'test-results/screenshots' },
    token: { type: 'string' },
    size: { type: 'string', multiple: true, default: Object.keys(SIZES) },
    scheme: { type: 'string', multiple: true, default: [...SCHEMES] },
    /** Pixels; the pictures are scaled down to it. */
    width: { type: 'string' },
  },
});

async function shoot(browser: Browser, path: string, size: keyof typeof SIZES, scheme: 'light' | 'dark') {
  const [width, height] = SIZES[size];
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    isMobile: size === 'phone',
    hasTouch: size !== 'wide',
    reducedMotion: 'reduce',
  });
  const { token } = values;
  if (token) await context.addInitScript((value) => localStorage.setItem('vh_token', value), token);
  const page = await context.newPage();
  await page.goto(new URL(path, values.url).href, { waitUntil: 'networkidle' });
  const name = `${path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'}-${size}-${scheme}.webp`;
  const picture = sharp(await page.screenshot());
  if (values.width) picture.resize({ width: Number(values.width) });
  await picture.webp({ quality: 82 }).toFile(join(values.to, name));
  await context.close();
  return name;
}

await mkdir(values.to, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const path of positionals.length > 0 ? positionals : PAGES) {
  for (const size of Object.keys(SIZES).filter((name): name is keyof typeof SIZES =>
    values.size.includes(name),
  )) {
    for (const scheme of SCHEMES.filter((name) => values.scheme.includes(name))) {
      process.stdout.write(`${await shoot(browser, path, size, scheme)}\n`);
    }
  }
}
await browser.close();
