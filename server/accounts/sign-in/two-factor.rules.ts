import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#contract/accounts/security.ts';

const PERIOD = 30;

/** What RFC 6238 and every authenticator app take as given: SHA-1, 6 digits, 30 seconds. */
const totp = (secret: Buffer, names: { issuer: string; label: string } = { issuer: '', label: 'code' }) =>
  new TOTP({ ...names, secret: new Secret({ buffer: toArrayBuffer(secret) }), period: PERIOD });

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

export const makeSecret = (random: { bytes(size: number): Buffer }): Buffer => random.bytes(20);

/** What the app is given: as text to type, and as a link. */
export function describeSecret(secret: Buffer, issuer: string, label: string) {
  const totpCode = totp(secret, { issuer, label });
  return { secret: totpCode.secret.base32, uri: totpCode.toString() };
}

/** The 30 seconds a code is of, one step of slack either way; null: it is wrong. */
export function findTotpStep(secret: Buffer, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totp(secret).validate({ token, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** The code of an app at a time; for tests. */
export const codeAt = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD }).generate({ timestamp: now });

const RECOVERY_LETTERS = 24;
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Ten codes of 120 bits: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
export const makeRecoveryCodes = (random: { bytes(size: number): Buffer }): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...random.bytes(RECOVERY_LETTERS)]
      .map((byte) => LETTERS[byte % 32] ?? '')
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );

/** Its 120 bits can't be guessed: one round of SHA-256 is enough. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest();

/** Those made before had 16 letters, and serve on. */
export const looksLikeRecoveryCode = (code: string): boolean =>
  [16, RECOVERY_LETTERS].includes(code.replaceAll(/[\s-]/g, '').length);
