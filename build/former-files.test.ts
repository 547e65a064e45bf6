import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWebFiles } from '#server/site/web-files.ts';
import { buildBeside } from './former-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lll-former-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** As Vite does it: the manifest comes last. */
function buildOf(...names: string[]): () => boolean {
  return () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    mkdirSync(join(folder, '.vite'), { recursive: true });
    for (const name of names) writeFileSync(join(folder, 'assets', name), `/* ${name} */`);
    for (const name of names) writeFileSync(join(folder, 'assets', `${name}.br`), '');
    writeFileSync(join(folder, 'index.html'), '<link rel="stylesheet" href="/assets/all.css">');
    const chunks = Object.fromEntries(names.map((name) => [name, { file: `assets/${name}` }]));
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(chunks));
    return true;
  };
}
const scripts = () => readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));

test('files of the previous build are still served along with the current one, but no older ones', async () => {
  expect(buildBeside(folder, buildOf('all.css', 'same.js', 'a.js'))).toBe(true);
  const running = await openWebFiles(folder);
  expect(buildBeside(folder, buildOf('all.css', 'same.js', 'b.js'))).toBe(true);
  expect((await running?.read('/assets/a.js'))?.answer.body.toString()).toBe('/* a.js */');
  const restarted = await openWebFiles(folder);
  for (const name of ['a.js', 'b.js', 'same.js'])
    expect(await restarted?.read(`/assets/${name}`), name).not.toBeNull();
  // the same build twice, and one that failed, take nothing away
  buildBeside(folder, buildOf('all.css', 'same.js', 'b.js'));
  expect(buildBeside(folder, () => false)).toBe(false);
  expect(scripts()).toEqual(['a.js', 'b.js', 'same.js']);
  buildBeside(folder, buildOf('all.css', 'same.js', 'c.js'));
  expect(scripts()).toEqual(['b.js', 'c.js', 'same.js']);
  expect(readdirSync(join(folder, 'assets'))).not.toContain('a.js.br');
});
