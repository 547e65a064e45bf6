import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

const missing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * A second name for every file under `from`, below `to`: what is deleted afterwards stays there. May be called again
 * for what came since. Files are never changed under their name, so no bytes are copied.
 */
export async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (missing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isFile()) await linkFile(source, target);
  }
}

async function linkFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || code === 'ENOENT') return;
    // a file system without hard links
    await copyFile(source, target).catch((failed: unknown) => {
      if (!missing(failed)) throw failed;
    });
  }
}
