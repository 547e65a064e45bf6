import { msg } from '#contract/text/message.ts';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createSemaphore } from '#server/app/http/semaphore.ts';

const derive = promisify(argon2);

/** OWASP's first choice of parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,171})$/;
/** Never more than 4 at once, and one processor left for everybody else's requests. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const MAX_WAITING = 100;

const semaphore = createSemaphore(
  AT_ONCE,
  MAX_WAITING,
  msg('Too many people are signing in right now. Please try again in a moment.'),
);

/** The same letters typed on another keyboard are the same password. */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFC'));
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/**
 * The password as a PHC string, with its own salt. Runs off the event loop. Throws 503 when too many are
 * queued; sign-ins go first, so that a burst of sign-ups locks no one out.
 */
export function hashPassword(password: string): Promise<string> {
  return semaphore(
    async () => {
      const salt = randomBytes(16);
      const tag = await derive('argon2id', { message: toBytes(password), nonce: salt, ...COST });
      return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
    },
    { yields: true },
  );
}

/** For accounts that don't exist or have no password: verifying against it takes the same time and never succeeds. */
const DUMMY_HASH = {
  memory: COST.memory,
  passes: COST.passes,
  parallelism: COST.parallelism,
  salt: randomBytes(16),
  tag: randomBytes(COST.tagLength),
};

/**
 * Whether this is the password of the PHC string; null (no such account) takes as long as a wrong one. `before` runs
 * when its turn has come, and may refuse by throwing. Throws 503 when too many wait.
 */
export function verifyPassword(
  password: string,
  stored: string | null,
  before: () => Promise<void> = async () => {},
): Promise<boolean> {
  return semaphore(async () => {
    await before();
    const { memory, passes, parallelism, salt, tag } =
      (stored === null ? null : readPhc(stored)) ?? DUMMY_HASH;
    const given = await derive('argon2id', {
      message: toBytes(password),
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength: tag.length,
    });
    return timingSafeEqual(given, tag) && stored !== null;
  });
}

function readPhc(stored: string): typeof DUMMY_HASH | null {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (!salt || !tag) return null;
  return {
    memory: Number(memory) as typeof COST.memory,
    passes: Number(passes) as typeof COST.passes,
    parallelism: Number(parallelism) as typeof COST.parallelism,
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
