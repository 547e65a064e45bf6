import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PROOF_HEADER } from '#contract/errors.ts';
import type { Db } from '#server/app/database/database.ts';
import { siteSecret } from '#server/app/database/site-secret.ts';
import { spendToken } from '#server/app/database/spent-tokens.ts';
import { fail } from '../errors.ts';
import { hashKey, type DatabaseLimit, type RateLimits } from './rate-limits.ts';

/**
 * Keys of this many rounds are tried in sequence until one fits: 300,000 to 600,000 rounds of PBKDF2, under a
 * second on an average phone. The upper bound caps the worst case.
 */
const ROUNDS = 2000;
const KEYS = { min: 150, max: 300 };
const LIFETIME_MS = 5 * 60_000;

/** Calls allowed without a proof; beyond it one is required. */
export interface Allowance {
  limit: DatabaseLimit;
  /** The network it applies to. */
  key: string;
  max: number;
}

/** A call that may need a proof of work. */
export interface Provable {
  /** A challenge is bound to one action… */
  action: string;
  /** …and to one caller: a person or an address group. */
  who: string;
  request: Pick<FastifyRequest, 'headers'>;
}

export interface Proofs {
  /** Passes for a valid proof, which it uses up. Throws 428 with a challenge. */
  require(call: Provable): Promise<void>;
  /** Passes who has an allowance left (takes one of each), or sends a proof. */
  requireBeyond(allowances: Allowance[], call: Provable): Promise<void>;
}

/** Loaded on first use: most days need no proofs. */
const library = async () => ({
  ...(await import('altcha-lib')),
  ...(await import('altcha-lib/algorithms/pbkdf2')),
});

const Proof = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.number(),
      data: z.object({ for: z.string() }),
      expiresAt: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

const toHeader = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function readHeader(header: string | string[] | undefined): z.infer<typeof Proof> | null {
  if (typeof header !== 'string') return null;
  try {
    return Proof.safeParse(JSON.parse(Buffer.from(header, 'base64url').toString())).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Proofs of work against scripts: no puzzle, just a second of computing. Challenges are signed, not stored.
 */
export async function openProofs(
  db: Db,
  { limits, now }: { limits: RateLimits; now: () => number },
): Promise<Proofs> {
  const secret = await siteSecret(db, 'proof');
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  const keys = { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') };

  const makeChallenge = async (subject: string): Promise<string> => {
    const { createChallenge, deriveKey, randomInt } = await library();
    const challenge = await createChallenge({
      ...keys,
      algorithm: 'PBKDF2/SHA-256',
      cost: ROUNDS,
      counter: randomInt(KEYS.max, KEYS.min),
      expiresAt: new Date(now() + LIFETIME_MS),
      data: { for: subject },
      deriveKey,
    });
    return toHeader(challenge);
  };

  const accept = async (header: string | string[] | undefined, subject: string): Promise<boolean> => {
    const given = readHeader(header);
    if (!given) return false;
    const { data, expiresAt } = given.challenge.parameters;
    if (data.for !== subject || expiresAt * 1000 <= now()) return false;
    const { verifySolution, deriveKey } = await library();
    if (!(await verifySolution({ ...keys, ...given, deriveKey })).verified) return false;
    const hash = createHash('sha256').update(given.challenge.signature).digest();
    return spendToken(db, hash, expiresAt * 1000);
  };

  const require = async ({ action, who, request }: Provable): Promise<void> => {
    const subject = hashKey(action, who);
    if (await accept(request.headers[PROOF_HEADER], subject)) return;
    throw fail(428, 'PROOF_NEEDED', "Confirm you're not a robot, then try again.", {
      challenge: await makeChallenge(subject),
    });
  };

  return {
    require,
    async requireBeyond(allowances, call) {
      let free = true;
      for (const { limit, key, max } of allowances) free &&= (await limits.take(limit, key, max)) === 0;
      if (!free) await require(call);
    },
  };
}
