import {
  MessageError,
  messageOf,
  verbatim,
  storedMessages,
  type StoredMessage,
} from '#contract/text/message.ts';

/** What may be wrong with a backup. */
const FAILURES = storedMessages('backups', {
  NOT_SENT: "The restore test passed, but the backup couldn't be sent to BACKUP_S3_URL: {0}",
  WITH_CAUSE: '{0} {1}',
  TAR_FAILED: 'tar failed: {0}',
  TAR_MISSING: 'the program tar is missing',
  UNREADABLE: "{0} can't be read as a backup: {1}",
  CHANGED: '{0} was changed.',
  CHANGED_IN_BACKUP: '{0} was changed in the backup.',
  CHANGED_IN_BUCKET: '{0} was changed in the bucket.',
  CHANGED_ONCE: '{0} was changed in the bucket. The next backup will upload it again.',
  MISSING_IN_BACKUP: '{0} is missing from the backup.',
  NOT_IN_BACKUP: '{0} is in the database but not in the backup.',
  OTHER_ROWS: "The restored rows in {0} don't match the site.",
  NOT_VOUCHED:
    "The metadata of {0} isn't signed with BACKUP_KEY. The backup was made without that key or by another site.",
  FACTS_CHANGED: 'The metadata of {0} was changed.',
  FACTS_OF_OTHER_KEY: 'The metadata of {0} was changed, or BACKUP_KEY is different.',
  OTHER_FACTS: "The metadata of {0} doesn't match this backup name, or refers to files elsewhere.",
  FILE_OF_OTHER_KEY: '{0} was changed, or BACKUP_KEY is different.',
  NOT_ENCRYPTED: "{0} isn't an encrypted file.",
});

const failing = (message: (name: string) => StoredMessage) => (name: string, cause?: unknown) =>
  new MessageError(message(name), { cause });

/** With the messages of its error and of that error's cause. */
export function notSent(error: unknown): MessageError {
  const why = messageOf(error);
  const cause = error instanceof Error && error.cause instanceof Error ? messageOf(error.cause) : null;
  const whole = cause ? FAILURES.WITH_CAUSE(why, cause) : why;
  return new MessageError(FAILURES.NOT_SENT(whole), { cause: error });
}
export const changed = failing(FAILURES.CHANGED);
export const changedInBackup = failing(FAILURES.CHANGED_IN_BACKUP);
export const changedInBucket = failing(FAILURES.CHANGED_IN_BUCKET);
export const changedOnce = failing(FAILURES.CHANGED_ONCE);
export const missingInBackup = failing(FAILURES.MISSING_IN_BACKUP);
export const notInBackup = failing(FAILURES.NOT_IN_BACKUP);
export const otherRows = failing(FAILURES.OTHER_ROWS);
export const notVouched = failing(FAILURES.NOT_VOUCHED);
export const factsChanged = failing(FAILURES.FACTS_CHANGED);
export const factsOfOtherKey = failing(FAILURES.FACTS_OF_OTHER_KEY);
export const otherFacts = failing(FAILURES.OTHER_FACTS);
export const fileOfOtherKey = failing(FAILURES.FILE_OF_OTHER_KEY);
export const notEncrypted = failing(FAILURES.NOT_ENCRYPTED);

/** `message`: output of tar; null: tar is missing. `archive`: while unpacking it. */
export function tarFailed(message: string | null, archive?: string): StoredMessage {
  const why = message === null ? FAILURES.TAR_MISSING() : verbatim(message);
  return archive === undefined ? FAILURES.TAR_FAILED(why) : FAILURES.UNREADABLE(archive, why);
}
