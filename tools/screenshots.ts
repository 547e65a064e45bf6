import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { SHOTS, type Shot } from './screenshots/shots.ts';
import { writeSheet, type Picture } from './screenshots/sheet.ts';

/**
 * Screenshots of every page and state: `npm run screenshots [-- --width 390 --scheme dark --to <folder>
 * <name> …]`, by default in all widths and both themes, with a contact sheet of each. On a site of its own
 * with the sample content, or a running one: `--url http://localhost:3000 --password <of its admin>`.
 * `--shrink 640` makes them small enough for docs/images.
 */
const HEIGHTS: Record<string, number> = {
  360: 740,
  390: 844,
  820: 1180,
  844: 390,
  1280: 800,
  1440: 900,
  1920: 1080,
};
const SCHEMES = ['light', 'dark'] as const;
const PORT = 4799;
/** Of a WebP's side, in pixels. */
const MAX_WEBP = 16_383;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    password: { type: 'string', default: process.env['ADMIN_PASSWORD'] ?? '' },
    to: { type: 'string', default: 'test-results/screenshots' },
    width: { type: 'string', multiple: true, default: Object.keys(HEIGHTS) },
    scheme: { type: 'string', multiple: true, default: [...SCHEMES] },
    shrink: { type: 'string' },
  },
});

interface Site {
  url: string;
  token: string;
  stop(): Promise<void>;
}

async function openSite(): Promise<Site> {
  if (values.url)
    return { url: values.url, token: await logIn(values.url, values.password), stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'lll-screenshots-'));
  const password = 'only-for-screenshots';
  const server = fork(resolve(import.meta.dirname, '../server/main.ts'), {
    env: {
      ...process.env,
      PORT: String(PORT),
      DATA_DIR: folder,
      ADMIN_PASSWORD: password,
      RATE_LIMIT: 'off',
      PAYMENTS: 'test',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://localhost:${PORT}`;
  await arrived(url);
  const token = await logIn(url, password);
  await writeDocument(url, token);
  return { url, token, stop: () => stop(server, folder) };
}

/** Pages that the owner writes are not there until then. */
async function writeDocument(url: string, token: string): Promise<void> {
  const address = `${url}/api/admin/settings/texts`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { version } = (await (await fetch(address, { headers })).json()) as { version: number };
  const terms = `# Who may take part\n\n${'Anybody may watch, and whoever signs up may send clips. '.repeat(6)}\n\n- Be kind.\n- Send only what is yours.\n\n## Orders\n\n${'We send within two days. '.repeat(12)}`;
  const answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ version, terms }) });
  if (!answer.ok) throw new Error(`the terms could not be written: ${await answer.text()}`);
}

/** Until the sample's videos can be watched. */
async function arrived(url: string): Promise<void> {
  for (;;) {
    const list = await fetch(`${url}/api/videos?limit=60`).then(
      async (answer) => (answer.ok ? ((await answer.json()) as unknown[]) : []),
      () => [],
    );
    if (list.length >= 26) return;
    await sleep(1000);
  }
}

async function logIn(url: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  if (!answer.ok) throw new Error(`admin could not sign in at ${url}: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const exited = new Promise((done) => {
    server.once('exit', done);
  });
  server.kill();
  await exited;
  await rm(folder, { recursive: true, force: true });
}

/** Loads content that appears on scroll, and returns to the top. */
async function showAll(): Promise<void> {
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  window.scrollTo(0, 0);
}

/** A state's pictures at one width, the page brought into it once. */
async function take(browser: Browser, site: Site, shot: Shot, width: number): Promise<Picture[]> {
  const phone = width < 480;
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    deviceScaleFactor: phone ? 2 : 1,
    isMobile: phone,
    hasTouch: width < 1000,
    reducedMotion: 'reduce',
    permissions: ['camera', 'microphone'],
  });
  try {
    if (shot.as === 'admin')
      await context.addInitScript((value) => localStorage.setItem('vh_token', value), site.token);
    const page = await context.newPage();
    await page.goto(shot.path);
    await shot.act?.(page);
    // some pages listen to the server for as long as they are open
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined);
    if (shot.whole) await page.evaluate(showAll);
    const pictures: Picture[] = [];
    for (const scheme of SCHEMES.filter((name) => values.scheme.includes(name))) {
      await page.emulateMedia({ colorScheme: scheme });
      const taken = await page.screenshot({ fullPage: shot.whole ?? false });
      const { width: across, height: down } = await sharp(taken).metadata();
      const picture = sharp(taken).extract({
        left: 0,
        top: 0,
        width: across,
        height: Math.min(down, MAX_WEBP),
      });
      if (values.shrink) picture.resize({ width: Number(values.shrink) });
      const file = `${shot.name}-${width}-${scheme}.webp`;
      await picture.webp({ quality: 82 }).toFile(join(values.to, file));
      pictures.push({ file, width, scheme });
    }
    return pictures;
  } finally {
    await context.close();
  }
}

const chosen = SHOTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
await mkdir(values.to, { recursive: true });
const site = await openSite();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--use-fake-device-for-media-stream',
  ],
});
const failed: string[] = [];
try {
  for (const shot of chosen) {
    const pictures: Picture[] = [];
    for (const width of values.width.map(Number))
      await take(browser, site, shot, width).then(
        (taken) => pictures.push(...taken),
        (error: unknown) => failed.push(`${shot.name} ${width}: ${String(error)}`),
      );
    for (const [scheme, taken] of Map.groupBy(pictures, (picture) => picture.scheme))
      await writeSheet(taken, values.to, `${shot.name}-${scheme}`);
    process.stdout.write(`${shot.name}\n`);
  }
} finally {
  await browser.close();
  await site.stop();
}
for (const line of failed) process.stderr.write(`${line}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
