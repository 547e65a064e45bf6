import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');
const CACHE = join(PROJECT, '.cache');
const PREFIX = 'test-cluster-';

/** Where a migrated cluster of these sources is cached, after a first run. */
export async function findSavedCluster(): Promise<string> {
  return join(CACHE, PREFIX + (await hashOrigin()));
}

/**
 * Copies the cached, migrated cluster into a folder without a database, so that no test of startup waits for
 * initdb. Returns whether it did.
 */
export async function seedCluster(dataDir: string): Promise<boolean> {
  if (existsSync(join(dataDir, 'postgres'))) return false;
  // where only root can look, the server chooses itself how its database gets there
  for (const folder of [dirname(dataDir), dataDir])
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
  return copyCluster(join(await findSavedCluster(), 'postgres'), join(dataDir, 'postgres'));
}

/**
 * Identifies the template: our migrations, the versions of PostgreSQL and of the job queue, and the code that
 * builds it.
 */
async function hashOrigin(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync('{server/migrations/*.sql,server/testing/template.ts,package-lock.json}', {
    cwd: PROJECT,
  }).toSorted()) {
    hash.update(file).update(await readFile(join(PROJECT, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

export async function copyCluster(from: string, to: string): Promise<boolean> {
  try {
    // 2,000 small files: one by one in JavaScript this takes three times as long
    cpSync(from, to, { recursive: true });
    await chmod(to, 0o700);
    return true;
  } catch {
    await rm(to, { recursive: true, force: true });
    return false;
  }
}

/** Caches a copy of the stopped cluster and removes older ones. A failure here doesn't matter. */
export async function saveCluster(folder: string, clusterDir: string): Promise<void> {
  const unfinished = await mkdir(CACHE, { recursive: true })
    .then(() => mkdtemp(join(CACHE, 'unfinished-')))
    .catch(() => null);
  if (unfinished === null) return;
  if (await copyCluster(join(folder, 'postgres'), join(unfinished, 'postgres'))) {
    for (const name of await readdir(CACHE))
      if (name.startsWith(PREFIX)) await rm(join(CACHE, name), { recursive: true, force: true });
    // another run was faster: as good
    await rename(unfinished, clusterDir).catch(() => {});
  }
  await rm(unfinished, { recursive: true, force: true });
}
