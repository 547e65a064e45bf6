import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildBeside } from './former-files.ts';
import { webManifest } from '../server/site/manifest.ts';

const FOLDER = 'dist/web';
const BUILT = `${FOLDER}/.vite/manifest.json`;
const RENDER_BUNDLE = 'dist/render/entry-server.js';
const SOURCES = ['web/**', 'contract/**', 'locales/**', '{vite,lingui}.config.ts', 'package-lock.json'];

/** Is the web app built, and from the current sources? An install without build tools uses it as is. */
export function isBuilt(): boolean {
  if (!existsSync(BUILT)) return false;
  if (!existsSync('node_modules/vite') || !existsSync('web/main.tsx')) return true;
  const { mtimeMs } = statSync(BUILT);
  return globSync(SOURCES).every((file) => statSync(file).mtimeMs <= mtimeMs);
}

/**
 * Builds the web app into dist/web, and what the server writes its pages with into dist/render; the output is shown when
 * it fails. An app that another host hands out (`VITE_API_HOST`) has neither pages that the server writes nor files in
 * brotli, which only our own server sends.
 */
export function build(): boolean {
  rmSync(dirname(RENDER_BUNDLE), { recursive: true, force: true });
  const host = process.env.VITE_API_HOST?.replace(/\/+$/, '');
  if (!run('node', 'build/compile-texts.ts')) return false;
  if (!buildBeside(FOLDER, () => run('vite', 'build'))) return false;
  if (!host)
    return (
      run('vite', 'build', '--ssr', 'entry-server.tsx') &&
      run('vite', 'build', '--config', 'build/worker.config.ts') &&
      run('node', 'build/compress-files.ts')
    );
  pointTo(FOLDER, host);
  return true;
}

/** What the backend writes into its own pages, for an app in `folder` that another host hands out. */
export function pointTo(folder: string, backend: string): void {
  const html = readFileSync(`${folder}/index.html`, 'utf8')
    .replaceAll(/href="(\/feed\.(?:xml|rss|json))"/g, `href="${backend}$1"`)
    // for pages that stand before their scripts; another host's content policy knows nothing of it
    .replace(/<script>.*?<\/script>\s*/s, '');
  writeFileSync(`${folder}/index.html`, html);
  const { SITE_NAME = 'LLL', SITE_TAGLINE = 'Look. Like. Live.' } = process.env;
  writeFileSync(`${folder}/manifest.webmanifest`, JSON.stringify(webManifest(SITE_NAME, SITE_TAGLINE)));
}

function run(program: string, ...options: string[]): boolean {
  const quiet = program === 'vite' ? ['--logLevel', 'warn'] : [];
  const { status, stdout, stderr } = spawnSync(
    program === 'node' ? process.execPath : program,
    [...options, ...quiet],
    {
      encoding: 'utf8',
      shell: process.platform === 'win32',
      // a test runner's NODE_ENV would build React for development
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\nThe web app could not be built.\n`);
  return status === 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = build() ? 0 : 1;
