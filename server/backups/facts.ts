import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { factsKey } from './sealed-files.ts';
import { factsChanged, factsOfOtherKey, notVouched, otherFacts } from './failures.ts';

const BACKUP_NAME = /^lll-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
export const isBackupName = (name: string): boolean => BACKUP_NAME.test(name);

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A path below a folder: no part of it begins with a dot. */
const MediaPath = z
  .string()
  .max(1000)
  .regex(/^[^./\\\0][^/\\\0]*(\/[^./\\\0][^/\\\0]*)*$/);

/**
 * A backup's manifest, next to each archive in `<name>.facts`. Its first line authenticates the rest: with a key an
 * `hmac:` code that can't be forged, else a hash, which only detects damage.
 */
const Facts = z
  .object({
    name: z.string().regex(BACKUP_NAME),
    createdAt: z.number(),
    archive: z.object({ file: z.string(), bytes: z.number(), sha256: Hash }),
    sealed: z.boolean(),
    /** Null: media are stored in a bucket. */
    media: z.array(z.tuple([MediaPath, Hash])).nullable(),
    digest: z.object({
      horizon: z.number(),
      tables: z.record(z.string(), z.record(z.string(), z.string())),
    }),
  })
  .refine(({ name, archive, sealed }) => archive.file === `${name}.tar.gz${sealed ? '.sealed' : ''}`);
export type Facts = z.infer<typeof Facts>;

const ENDING = '.facts';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const codeOf = (text: string, key: string) =>
  `hmac:${createHmac('sha256', factsKey(key)).update(text).digest('hex')}`;

export async function writeFacts(folder: string, facts: Facts, key: string | undefined): Promise<void> {
  await writeFile(path.join(folder, facts.name + ENDING), encodeFacts(facts, key), { mode: 0o600 });
}

export function encodeFacts(facts: Facts, key: string | undefined): string {
  const text = JSON.stringify(facts);
  return `${key === undefined ? hashOf(text) : codeOf(text, key)}\n${text}`;
}

/**
 * The facts of the backup of this name. Throws when a byte of them was changed, when they are of another backup or name
 * a file outside; and with a key when it didn't vouch for them, or what they name isn't encrypted.
 */
export function decodeFacts(encoded: string, name: string, key: string | undefined): Facts {
  const facts = decodeAnyFacts(encoded, name, key);
  if (key !== undefined && (!encoded.startsWith('hmac:') || !facts.sealed)) throw notVouched(name);
  return facts;
}

/** The same for cleaning up: backups from before there was a key count, too. */
export function decodeAnyFacts(encoded: string, name: string, key: string | undefined): Facts {
  const [code = '', text = ''] = encoded.split('\n', 2);
  if (!code.startsWith('hmac:')) {
    if (hashOf(text) !== code) throw factsChanged(name);
  } else if (key === undefined) throw new Error(`The backup ${name} is encrypted: set BACKUP_KEY.`);
  else {
    const [given, expected] = [Buffer.from(code), Buffer.from(codeOf(text, key))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw factsOfOtherKey(name);
  }
  const facts = Facts.safeParse(JSON.parse(text));
  if (!facts.success || facts.data.name !== name) throw otherFacts(name);
  return facts.data;
}

/** Rejects as decodeFacts throws. */
export const readFacts = async (folder: string, name: string, key: string | undefined): Promise<Facts> =>
  decodeFacts(await readEncoded(folder, name), name, key);

export const readAnyFacts = async (folder: string, name: string, key: string | undefined): Promise<Facts> =>
  decodeAnyFacts(await readEncoded(folder, name), name, key);

async function readEncoded(folder: string, name: string): Promise<string> {
  if (!isBackupName(name)) throw new Error(`${name} isn't the name of a backup.`);
  return readFile(path.join(folder, name + ENDING), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error(
      `There is no backup ${name} in ${folder}: npm run admin -- backups lists those there are.`,
      {
        cause,
      },
    );
  });
}

/** Names of the backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .filter(isBackupName)
    .toSorted()
    .toReversed();
}
