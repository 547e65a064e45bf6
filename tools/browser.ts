import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Chromium without windows: the same engine for two thirds of the processor's time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface Browser {
  path: string;
  args: string[];
  environment: Record<string, string>;
}

const works = (path: string, environment: Record<string, string> = {}): boolean =>
  existsSync(path) &&
  spawnSync(path, ['--version'], {
    stdio: 'ignore',
    timeout: 30_000,
    env: { ...process.env, ...environment },
  }).status === 0;

/** The system's Chromium, if there is one. */
export const systemBrowser = (): string | undefined => [HEADLESS, ...SYSTEM].find((path) => works(path));

/** A Chromium to test with: CHROMIUM_PATH, the system's, or the one that npm brings. */
export async function findBrowser(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!works(given)) throw new Error(`CHROMIUM_PATH is ${given}, but there is no browser that runs.`);
    return plain(given);
  }
  const found = systemBrowser();
  return found ? plain(found) : packaged();
}

const plain = (path: string): Browser => ({ path, args: ['--no-sandbox', '--disable-gpu'], environment: {} });

/** A browser for machines without one: unpacked beside the project, with the libraries it needs if the system lacks them. */
async function packaged(): Promise<Browser> {
  const folder = resolve('.cache/chromium');
  mkdirSync(folder, { recursive: true });
  const before = { ...process.env };
  process.env['TMPDIR'] = folder;
  try {
    const lacksLibraries = !spawnSync('ldconfig', ['-p'], { encoding: 'utf8' }).stdout?.includes(
      'libnss3.so',
    );
    if (lacksLibraries) process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    const environment: Record<string, string> = {};
    for (const name of ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      const value = process.env[name];
      if (value !== undefined && value !== before[name]) environment[name] = value;
    }
    if (!works(path, environment))
      throw new Error(
        `The packaged browser at ${path} does not run on this machine. Install chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH.`,
      );
    const args = ['--no-sandbox', '--disable-gpu', '--no-zygote', '--headless=shell'];
    return { path, args, environment };
  } finally {
    process.env['TMPDIR'] = before['TMPDIR'];
    if (before['TMPDIR'] === undefined) delete process.env['TMPDIR'];
    delete process.env['AWS_LAMBDA_JS_RUNTIME'];
  }
}

if (process.argv[1] === import.meta.filename) {
  const browser = await findBrowser();
  console.log(browser.path);
}
