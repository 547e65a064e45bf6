import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { DOMAIN, Release } from '#server/updates/feed.rules.ts';

/**
 * For maintainers (docs/releases.md):
 *   node build/run.mjs tools/sign-release.ts keys <file>          makes a private key, and prints the public one
 *   node build/run.mjs tools/sign-release.ts sign <file> <json>   prints the feed that announces a release
 */
const [task, file, text] = process.argv.slice(2);

const publicHalf = (pem: string): string =>
  createPublicKey(pem).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

function makeKeys(folder: string): void {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  // never over another key
  writeFileSync(folder, pem, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`${publicHalf(pem)}\n`);
}

function signRelease(key: string, json: string): void {
  const release = JSON.stringify(Release.parse(JSON.parse(json)));
  const signature = sign(null, Buffer.from(DOMAIN + release), createPrivateKey(key)).toString('base64');
  process.stdout.write(`${JSON.stringify({ release, signature })}\n`);
}

if (task === 'keys' && file) makeKeys(file);
else if (task === 'sign' && file && text) signRelease(readFileSync(file, 'utf8'), text);
else {
  process.stderr.write('Usage: sign-release.ts keys <file> | sign <file> <release as JSON>\n');
  process.exitCode = 1;
}
