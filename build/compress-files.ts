import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const WORTHWHILE = new Set(['.js', '.mjs', '.css', '.svg', '.json']);

/** Writes a brotli form beside every file of the build that gains by it, so that the server never compresses one. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '.' }) {
      const files = await readdir(dir, { recursive: true, withFileTypes: true });
      const paths = files
        .filter((file) => file.isFile() && WORTHWHILE.has(extname(file.name)))
        .map((file) => join(file.parentPath, file.name));
      await Promise.all(
        paths.map(async (path) => await writeFile(`${path}.br`, await compress(await readFile(path)))),
      );
    },
  };
}
