import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '#server/app/start/settings.ts';

/** Locks secrets for the database; only who has the key opens them. */
export interface SecretBox {
  /** `context` is authenticated: with another one the secret can't be decrypted. */
  lock(context: string, secret: string): string;
  /** Null: locked with another key, or damaged. */
  open(context: string, locked: string): string | null;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key is SETTINGS_KEY, else one that is made once in DATA_DIR, for its owner's eyes only. */
export function openSecretBox({
  SETTINGS_KEY,
  DATA_DIR,
}: Pick<Settings, 'SETTINGS_KEY' | 'DATA_DIR'>): SecretBox {
  const key = createHash('sha256')
    .update('lll settings\n')
    .update(SETTINGS_KEY ?? keyOfFolder(join(DATA_DIR, 'settings.key')))
    .digest();
  return {
    lock(context, secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
      const locked = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), locked]).toString('base64');
    },
    open(context, locked) {
      const bytes = Buffer.from(locked, 'base64');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return (
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return null;
      }
    },
  };
}

/** Two processes may want to make it at once: the first one's holds, and it is there whole or not at all. */
function keyOfFolder(path: string): string {
  const read = (): string | null => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  const found = read();
  if (found !== null) return found;
  const own = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readFileSync(path, 'utf8');
}
