import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { build, isBuilt } from './build.ts';

const FOLDER = 'dist/web';
/** React and React Router are 85 KB of it (docs/decisions/129). */
const MAX_SCRIPT = 161 * 1024;
const MAX_FONT = 45 * 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

beforeAll(() => {
  if (!isBuilt() && !build()) throw new Error('The web app could not be built.');
});

/** Every script a first visit to this page loads. */
function scriptsOf(page: string): string[] {
  const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const other of manifest[key]?.imports ?? []) visit(other);
  };
  visit('index.html');
  visit(page);
  return [...seen].map((key) => manifest[key]?.file ?? key);
}

test.each(['Home', 'Video', 'Feed', 'Community', 'Creator'])(
  'the initial JavaScript of the %s page stays small',
  (page) => {
    const sizes = scriptsOf(`pages/${page}Page.tsx`).map((file) => statSync(join(FOLDER, `${file}.br`)).size);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_SCRIPT);
  },
);

test('the home page loads neither Zod schemas nor the HLS player', () => {
  const text = scriptsOf('pages/HomePage.tsx').map((file) => readFileSync(join(FOLDER, file), 'utf8'));
  expect(text.some((source) => /ZodError|invalid_union|MANIFEST_PARSED/.test(source))).toBe(false);
});

test('the inline script of every page is short', () => {
  const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code.length);
  expect(inline).toHaveLength(1);
  expect(inline[0]).toBeLessThan(5000);
});

test('the font stays small', () => {
  const fonts = readdirSync(join(FOLDER, 'assets')).filter((name) => name.endsWith('.woff2'));
  expect(fonts).toHaveLength(1);
  expect(statSync(join(FOLDER, 'assets', fonts[0] ?? '')).size).toBeLessThanOrEqual(MAX_FONT);
});
