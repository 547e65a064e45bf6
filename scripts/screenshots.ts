import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { SHOTS, type Shot } from './screenshots/shots.ts';

/**
 * Pictures of every page and state to look at: `npm run screenshots [-- --width 390 --scheme dark --to <folder> <name> …]`,
 * of all widths and both themes unless told. On a site of its own with the sample content, or one that runs:
 * `--url http://localhost:3000 --password <of its admin>`. `--shrink 640` makes them small enough for docs/images.
 */
const HEIGHTS: Record<string, number> = { 360: 740, 390: 844, 820: 1180, 1280: 800, 1440: 900, 1920: 1080 };
const SCHEMES = ['light', 'dark'] as const;
const PORT = 4799;

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
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://localhost:${PORT}`;
  await arrived(url);
  return { url, token: await logIn(url, password), stop: () => stop(server, folder) };
}

/** Until the sample's clips can be watched. */
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
  const gone = new Promise((done) => {
    server.once('exit', done);
  });
  server.kill();
  await gone;
  await rm(folder, { recursive: true, force: true });
}

async function take(browser: Browser, site: Site, shot: Shot, width: number, scheme: 'light' | 'dark') {
  const phone = width < 480;
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    colorScheme: scheme,
    deviceScaleFactor: phone ? 2 : 1,
    isMobile: phone,
    hasTouch: width < 1000,
    reducedMotion: 'reduce',
  });
  if (shot.as === 'admin')
    await context.addInitScript((value) => localStorage.setItem('vh_token', value), site.token);
  const page = await context.newPage();
  await page.goto(shot.path);
  await shot.act?.(page);
  // some pages listen to the server for as long as they are open
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined);
  const picture = sharp(await page.screenshot({ fullPage: shot.whole ?? false }));
  if (values.shrink) picture.resize({ width: Number(values.shrink) });
  const name = `${shot.name}-${width}-${scheme}.webp`;
  await picture.webp({ quality: 82 }).toFile(join(values.to, name));
  await context.close();
  return name;
}

const chosen = SHOTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
await mkdir(values.to, { recursive: true });
const site = await openSite();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const failed: string[] = [];
try {
  for (const shot of chosen)
    for (const width of values.width.map(Number))
      for (const scheme of SCHEMES.filter((name) => values.scheme.includes(name)))
        await take(browser, site, shot, width, scheme).then(
          (name) => process.stdout.write(`${name}\n`),
          (error: unknown) => failed.push(`${shot.name} ${width} ${scheme}: ${String(error)}`),
        );
} finally {
  await browser.close();
  await site.stop();
}
for (const line of failed) process.stderr.write(`${line}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
