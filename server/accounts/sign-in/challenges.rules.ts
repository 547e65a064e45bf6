import { createHmac, timingSafeEqual } from 'node:crypto';

const RANDOM = 16;
const TIME = 6;
const SIGNED = RANDOM + TIME;

const sign = (secret: Buffer, bytes: Buffer, purpose: string): Buffer =>
  createHmac('sha256', secret).update(bytes).update(purpose).digest().subarray(0, 16);

/** A challenge that is stored nowhere: random bytes and when it expires, signed for one purpose. */
export function makeChallenge(
  secret: Buffer,
  { random, expiresAt, purpose }: { random: Buffer; expiresAt: number; purpose: string },
): Buffer {
  const bytes = Buffer.alloc(SIGNED);
  random.copy(bytes, 0, 0, RANDOM);
  bytes.writeUIntBE(expiresAt, RANDOM, TIME);
  return Buffer.concat([bytes, sign(secret, bytes, purpose)]);
}

/** When a challenge of ours for this purpose expires; null: it isn't one. */
export function readChallenge(secret: Buffer, challenge: Buffer, purpose: string): number | null {
  if (challenge.length !== SIGNED + 16) return null;
  const bytes = challenge.subarray(0, SIGNED);
  if (!timingSafeEqual(challenge.subarray(SIGNED), sign(secret, bytes, purpose))) return null;
  return bytes.readUIntBE(RANDOM, TIME);
}
