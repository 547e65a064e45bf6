// Writes a brotli form beside every file of the built web app that gains by it, so that the server never compresses one.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { builtAssets } from './former-files.ts';

const FOLDER = 'dist/web';
const WORTHWHILE = new Set(['.js', '.mjs', '.css', '.svg', '.json']);
const built = builtAssets(FOLDER);
const compress = promisify(brotliCompress);

const files = await readdir(FOLDER, { recursive: true, withFileTypes: true });
await Promise.all(
  files
    .filter((file) => file.isFile() && WORTHWHILE.has(extname(file.name)))
    // what the build before made has its own
    .filter(({ parentPath, name }) => basename(parentPath) !== 'assets' || built.has(name))
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      await writeFile(`${path}.br`, await compress(await readFile(path)));
    }),
);
