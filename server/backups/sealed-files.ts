import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileOfOtherKey, notEncrypted } from './failures.ts';

/** Begins every encrypted file; then 16 bytes of salt, 12 of nonce, the AES-256-GCM text, and 16 of its tag. */
const MAGIC = Buffer.from('LLLSEAL1');
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const HEAD = MAGIC.length + SALT + NONCE;

export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Encrypts a file. */
export async function sealFile(from: string, to: string, key: string): Promise<void> {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', fileKey(key, salt), nonce);
  const target = createWriteStream(to, { mode: 0o600 });
  target.write(Buffer.concat([MAGIC, salt, nonce]));
  await pipeline(createReadStream(from, { highWaterMark: 1 << 20 }), cipher, target, { end: false });
  await new Promise<void>((resolve, reject) => {
    target.on('error', reject);
    target.end(cipher.getAuthTag(), resolve);
  });
}

/** Decrypts a file. Rejects, and what it wrote is worth nothing, when a byte was changed or the key is another. */
export async function openSealedFile(from: string, to: string, key: string): Promise<void> {
  const file = await open(from);
  let head: Buffer;
  let tag: Buffer;
  let end: number;
  try {
    end = (await file.stat()).size - TAG;
    head = (await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)).buffer;
    tag = (await file.read(Buffer.alloc(TAG), 0, TAG, Math.max(0, end))).buffer;
  } finally {
    await file.close();
  }
  if (end < HEAD || !head.subarray(0, MAGIC.length).equals(MAGIC)) throw notEncrypted(from);
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT);
  const cipher = createDecipheriv('aes-256-gcm', fileKey(key, salt), head.subarray(MAGIC.length + SALT));
  cipher.setAuthTag(tag);
  try {
    // an empty file has nothing between head and tag
    const source =
      end === HEAD ? [] : createReadStream(from, { start: HEAD, end: end - 1, highWaterMark: 1 << 20 });
    await pipeline(source, cipher, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    throw fileOfOtherKey(from, error);
  }
}

const stretched = new Map<string, Buffer>();

/** Vouches for facts; no file is encrypted by it. */
export const factsKey = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', mainKey(key), '', 'lll backup facts', 32));

/** A key of its own for each file, so that no nonce is ever used twice with one key. */
const fileKey = (key: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', mainKey(key), salt, 'lll backup file', 32));

function mainKey(key: string): Buffer {
  const main = stretched.get(key) ?? scryptSync(key, 'lll backup', 32);
  stretched.set(key, main);
  return main;
}
