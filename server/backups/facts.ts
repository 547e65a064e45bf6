import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What a backup is made of: beside each archive, in `<name>.facts`. Its first line is the hash of the rest. */
const Facts = z.object({
  name: z.string(),
  createdAt: z.number(),
  archive: z.object({ file: z.string(), bytes: z.number(), sha256: z.string() }),
  sealed: z.boolean(),
  /** Null: the media are kept in a bucket. */
  media: z.array(z.tuple([z.string(), z.string()])).nullable(),
  digest: z.object({ horizon: z.number(), tables: z.record(z.string(), z.record(z.string(), z.string())) }),
});
export type Facts = z.infer<typeof Facts>;

const ENDING = '.facts';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

export async function writeFacts(folder: string, facts: Facts): Promise<void> {
  await writeFile(path.join(folder, facts.name + ENDING), encodeFacts(facts), { mode: 0o600 });
}

export function encodeFacts(facts: Facts): string {
  const text = JSON.stringify(facts);
  return `${hashOf(text)}\n${text}`;
}

/** Throws when a byte of it was changed; `file`: its name, for the message. */
export function decodeFacts(encoded: string, file: string): Facts {
  const [hash = '', text = ''] = encoded.split('\n', 2);
  if (hashOf(text) !== hash) throw new Error(`${file} was changed.`);
  return Facts.parse(JSON.parse(text));
}

/** Rejects when a byte of it was changed. */
export async function readFacts(folder: string, name: string): Promise<Facts> {
  const file = path.join(folder, name + ENDING);
  return decodeFacts(await readFile(file, 'utf8'), file);
}

/** Names of the backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .toSorted()
    .toReversed();
}
