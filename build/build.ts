import { spawnSync } from 'node:child_process';
import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const BUILT = 'dist/web/.vite/manifest.json';
const RENDER_BUNDLE = 'dist/render/entry-server.js';
const SOURCES = ['web/**', 'contract/**', 'vite.config.ts', 'package-lock.json'];

/** Is the web app built, and from what lies here now? An install without build tools takes it as it came. */
export function isBuilt(): boolean {
  if (!existsSync(BUILT)) return false;
  if (!existsSync('node_modules/vite') || !existsSync('web/main.tsx')) return true;
  const { mtimeMs } = statSync(BUILT);
  return globSync(SOURCES).every((file) => statSync(file).mtimeMs <= mtimeMs);
}

/** Builds the web app into dist/web, and what the server writes its pages with into dist/render. The output is shown when it fails. */
export function build(): boolean {
  // pages of an app that another host hands out are not written by the server
  rmSync(dirname(RENDER_BUNDLE), { recursive: true, force: true });
  return run([]) && (Boolean(process.env.VITE_API_HOST) || run(['--ssr', 'entry-server.tsx']));
}

function run(options: string[]): boolean {
  const { status, stdout, stderr } = spawnSync('vite', ['build', '--logLevel', 'warn', ...options], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // a test runner's NODE_ENV would build React for development
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\nThe web app could not be built.\n`);
  return status === 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = build() ? 0 : 1;
