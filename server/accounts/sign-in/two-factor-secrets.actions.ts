import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { openSecretBox } from '#server/app/database/secret-box.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { listSecrets, replacePlainSecret, type StoredSecret } from './two-factor.store.ts';

const BATCH = 1_000;

/** What an owner does about it. */
export const OTHER_KEY = msg(
  "Restore the previous SETTINGS_KEY or DATA_DIR/settings.key. If it's lost, people can sign in with a recovery code, or after: npm run admin -- reset-second-step <username>",
);

const locateAddress = (userId: number): string => `second-step.${userId}`;

/**
 * Whether every process of the site has the same key: SETTINGS_KEY, or that of the one DATA_DIR where their database or
 * their media lie. Machines with a folder each would lock each other's people out.
 */
const isKeyShared = ({ SETTINGS_KEY, DATABASE_URL, STORAGE_URL }: Settings): boolean =>
  SETTINGS_KEY !== undefined || !DATABASE_URL || !STORAGE_URL;

/** As it is to be stored. */
export function lockSecret({ settings }: Pick<Context, 'settings'>, userId: number, secret: Buffer) {
  return isKeyShared(settings)
    ? { secret: null, locked: openSecretBox(settings).lock(locateAddress(userId), secret.toString('base64')) }
    : { secret, locked: null };
}

/** Throws 503 where it was encrypted with another key: recovery codes work all the same. */
export function openSecret(
  { settings, log }: Pick<Context, 'settings' | 'log'>,
  userId: number,
  stored: StoredSecret,
): Buffer {
  const opened = readStored(settings, userId, stored);
  if (opened) return opened;
  log.error(`A second step was encrypted with another key. ${OTHER_KEY}`, { userId });
  throw fail(
    503,
    'SECOND_STEP_UNREADABLE',
    'We can’t check codes from your app right now. Use a recovery code, or contact an administrator.',
    { retryAfter: 600 },
  );
}

function readStored(settings: Settings, userId: number, { secret, locked }: StoredSecret): Buffer | null {
  if (locked === null) return secret;
  const opened = openSecretBox(settings).open(locateAddress(userId), locked);
  return opened === null ? null : Buffer.from(opened, 'base64');
}

/** Encrypts secrets stored before encryption was configured. */
export async function lockPlainSecrets({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<void> {
  if (!isKeyShared(settings)) return;
  for (let found = BATCH; found === BATCH;) {
    const plain = await listSecrets(db, 'plain', BATCH);
    for (const { userId, secret } of plain) {
      if (!secret) continue;
      const { locked } = lockSecret({ settings }, userId, secret);
      if (locked !== null) await replacePlainSecret(db, { userId, secret, locked });
    }
    found = plain.length;
  }
}

/** How many of the newest secrets are encrypted, and with a key that isn't this process's; how many are plain. */
export async function countSecrets(
  db: DbOrTrx,
  settings: Settings,
): Promise<{ locked: number; unreadable: number; plain: number }> {
  const locked = await listSecrets(db, 'locked', BATCH);
  const unreadable = locked.filter((stored) => !readStored(settings, stored.userId, stored)).length;
  return { locked: locked.length, unreadable, plain: (await listSecrets(db, 'plain', BATCH)).length };
}

/** Warns at startup, as after a restore, that users can't sign in with their authenticator apps. */
export async function warnOfOtherKey({ db, settings, log }: Context): Promise<void> {
  const { unreadable } = await countSecrets(db, settings);
  if (unreadable > 0) log.warn(`Second steps were encrypted with another key. ${OTHER_KEY}`, { unreadable });
}
