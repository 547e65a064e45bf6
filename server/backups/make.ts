import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openDatabaseServer } from '#server/adapters/database/database.ts';
import { digestTables, stablePart } from '#server/adapters/database/digest.ts';
import { diskMedia, makeBackup } from '#server/backups/archive.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { listBackups, readAnyFacts, writeFacts, type Facts } from './facts.ts';
import { backupFolder, makeBackupFolder } from './folder.ts';
import { copyMedia, listFiles, mediaFolder } from './media-copy.ts';
import { chooseRetained } from './retention.rules.ts';
import { sealFile, sha256OfFile } from './sealed-files.ts';

/** Writes one more backup of the embedded database, and brings the media's up to date; while the site runs. */
export async function makeSiteBackup(settings: Settings, now: number): Promise<Facts> {
  const folder = await makeBackupFolder(settings);
  for (const prefix of ['.making-', '.restoring-']) await sweepUnfinished(folder, prefix, now);
  await sweepUnfinished(settings.DATA_DIR, '.verification-', now);
  const name = `lll-${new Date(now).toISOString().replaceAll(':', '-').slice(0, 19)}Z`;
  const staging = await mkdtemp(path.join(folder, '.making-'));
  const server = await openDatabaseServer({ dataDir: settings.DATA_DIR, log: () => {} });
  try {
    const key = settings.BACKUP_KEY;
    const from = diskMedia(settings);
    const known = await knownHashes(folder, key);
    const before = await digestTables(server.connection());
    // before and after the database, so that every file it references is included, though some may be created or
    // deleted meanwhile
    const early = from === null ? null : await copyMedia(from, folder, key, known);
    const plain = path.join(staging, 'archive.tar.gz');
    await makeBackup(settings, plain, { media: false });
    const late =
      from === null ? null : await copyMedia(from, folder, key, new Map([...known, ...(early ?? [])]));
    const after = await digestTables(server.connection(), before.horizon);
    const file = `${name}.tar.gz${key === undefined ? '' : '.sealed'}`;
    const done = path.join(staging, file);
    if (key === undefined) await rename(plain, done);
    else await sealFile(plain, done, key);
    const facts: Facts = {
      name,
      createdAt: now,
      archive: { file, bytes: (await stat(done)).size, sha256: await sha256OfFile(done) },
      sealed: key !== undefined,
      media: late && [...new Map([...(early ?? []), ...late])],
      digest: stablePart(before, after),
    };
    await rename(done, path.join(folder, file));
    // last: without it there is no backup
    await writeFacts(folder, facts, key);
    return facts;
  } finally {
    await server.stop();
    await rm(staging, { recursive: true, force: true });
  }
}

/** What a run left behind that was killed; no run takes a day. */
async function sweepUnfinished(folder: string, prefix: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const facts = await stat(path.join(folder, name)).catch(() => null);
    if (facts && now - facts.mtimeMs > 24 * 3600 * 1000)
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** What earlier backups found out about files that are there. */
async function knownHashes(folder: string, key: string | undefined): Promise<Map<string, string>> {
  const isSealed = key !== undefined;
  const there = new Set(await listFiles(mediaFolder(folder, isSealed)));
  const known = new Map<string, string>();
  for (const name of await listBackups(folder)) {
    const facts = await readAnyFacts(folder, name, key).catch(() => null);
    if (facts?.sealed !== isSealed) continue;
    for (const [file, hash] of facts.media ?? []) if (there.has(file)) known.set(file, hash);
  }
  return known;
}

/** Deletes backups past their retention, and media that no other backup references. Returns the deleted names. */
export async function pruneBackups(settings: Settings): Promise<string[]> {
  const folder = backupFolder(settings);
  const all: Facts[] = [];
  const names = await listBackups(folder);
  for (const name of names)
    all.push(
      ...(await readAnyFacts(folder, name, settings.BACKUP_KEY).then(
        (facts) => [facts],
        () => [],
      )),
    );
  // a damaged one may name anything: nothing is deleted until the owner has looked
  if (all.length < names.length) return [];
  const retained = chooseRetained(all.map(({ createdAt }) => createdAt));
  const expired = all.filter(({ createdAt }) => !retained.has(createdAt));
  for (const { name, archive } of expired) {
    await rm(path.join(folder, `${name}.facts`));
    await rm(path.join(folder, archive.file), { force: true });
  }
  for (const isSealed of [false, true]) {
    const named = new Set(
      all
        .filter((facts) => retained.has(facts.createdAt) && facts.sealed === isSealed)
        .flatMap(({ media }) => (media ?? []).map(([file]) => file)),
    );
    const media = mediaFolder(folder, isSealed);
    for (const file of await listFiles(media)) if (!named.has(file)) await rm(path.join(media, file));
  }
  return expired.map(({ name }) => name);
}
