import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What the last build made under names that no other file ever has, by its manifest. */
export function builtAssets(folder: string): Set<string> {
  const manifest = join(folder, '.vite/manifest.json');
  if (!existsSync(manifest)) return new Set();
  return new Set(
    [...readFileSync(manifest, 'utf8').matchAll(/"assets\/([^"]+)"/g)].map(([, name = '']) => name),
  );
}

/**
 * Runs a build that adds to `folder`, then deletes files that neither it nor the previous build made. Those of the
 * previous build stay: the running site serves them until it is restarted, and open tabs request them afterwards.
 */
export function buildBeside(folder: string, run: () => boolean): boolean {
  const before = builtAssets(folder);
  if (!run()) return false;
  const now = builtAssets(folder);
  // the same once more: what is beside it is still the one before
  if ([...now].every((name) => before.has(name))) return true;
  for (const name of readdirSync(join(folder, 'assets'))) {
    const original = name.replace(/\.br$/, '');
    if (!now.has(original) && !before.has(original)) rmSync(join(folder, 'assets', name));
  }
  return true;
}
