import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Settings } from '../start/settings.ts';

/** Where the embedded database went, in DATA_DIR: from the beginning of `move-database` on. */
const FILE = 'moved-database.json';
const MovedDatabase = z.object({ to: z.string(), finished: z.boolean() });
export type MovedDatabase = z.infer<typeof MovedDatabase>;

export async function readMovedDatabase(dataDir: string): Promise<MovedDatabase | null> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : MovedDatabase.parse(JSON.parse(text));
}

/** The old text or the new one, whenever the command is killed. */
export async function writeMovedDatabase(dataDir: string, moved: MovedDatabase): Promise<void> {
  const file = path.join(dataDir, FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(moved)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

export const removeMovedDatabase = (dataDir: string): Promise<void> =>
  rm(path.join(dataDir, FILE), { force: true });

/**
 * Rejects with a readable message when the embedded database was moved away, or is being moved. Call it after opening
 * the server: a later move sees that it runs.
 */
export async function rejectMovedDatabase({ DATABASE_URL, DATA_DIR }: Settings): Promise<void> {
  const moved = DATABASE_URL === undefined ? await readMovedDatabase(DATA_DIR) : null;
  if (!moved) return;
  throw new Error(
    moved.finished
      ? `The database was moved to ${moved.to}: set DATABASE_URL. To go back to the one in DATA_DIR, as it was then, delete ${path.join(DATA_DIR, FILE)}.`
      : `The database is being moved to ${moved.to}: run npm run admin -- move-database to its end. To stay with the one in DATA_DIR delete ${path.join(DATA_DIR, FILE)}.`,
  );
}
