import { keep, msg, withValues } from '#contract/text/said.ts';
import { readSentence } from '#server/app/i18n/translate.ts';

/*
 * What may be wrong with a backup: kept in English with its run, and told in the language of whoever reads it
 * (contract/values.ts, Sentence).
 */

// what it goes on with is a sentence of its own
const NOT_SENT = keep('It came back, but could not be sent to BACKUP_S3_URL: {0}', readSentence);
const TAR_FAILED = keep('tar failed: {0}', readSentence);
const UNREADABLE = keep("{0} can't be read as a backup: {1}", readSentence);
const TAR_MISSING = msg('the program tar is missing');

const CHANGED = keep('{0} was changed.');
const CHANGED_IN_BACKUP = keep('{0} was changed in the backup.');
const CHANGED_IN_BUCKET = keep('{0} was changed in the bucket.');
const CHANGED_ONCE = keep('{0} was changed in the bucket. The next backup sends it again.');
const MISSING = keep('{0} is missing in the backup.');
const NOT_IN_BACKUP = keep('{0} is named by the database and not in the backup.');
const OTHER_ROWS = keep('The restored rows of {0} are not those of the site.');
const NOT_VOUCHED = keep(
  'The facts of {0} are not vouched for by BACKUP_KEY: it was made without that key, or not by this site.',
);
const FACTS_CHANGED = keep('The facts of {0} were changed.');
const OTHER_KEY = keep('The facts of {0} were changed, or BACKUP_KEY is another one.');
const OTHER_FACTS = keep('The facts of {0} are not those of a backup of this name, or name files elsewhere.');
const FILE_OF_OTHER_KEY = keep('{0} was changed, or BACKUP_KEY is another one.');
const NOT_ENCRYPTED = keep('{0} is no encrypted file.');

const failing = (message: string) => (name: string, cause?: unknown) =>
  new Error(withValues(message, name), { cause });

export const notSent = failing(NOT_SENT);
export const changed = failing(CHANGED);
export const changedInBackup = failing(CHANGED_IN_BACKUP);
export const changedInBucket = failing(CHANGED_IN_BUCKET);
export const changedOnce = failing(CHANGED_ONCE);
export const missingInBackup = failing(MISSING);
export const notInBackup = failing(NOT_IN_BACKUP);
export const otherRows = failing(OTHER_ROWS);
export const notVouched = failing(NOT_VOUCHED);
export const factsChanged = failing(FACTS_CHANGED);
export const factsOfOtherKey = failing(OTHER_KEY);
export const otherFacts = failing(OTHER_FACTS);
export const fileOfOtherKey = failing(FILE_OF_OTHER_KEY);
export const notEncrypted = failing(NOT_ENCRYPTED);

/** `said`: by tar; null: there is no such program. `archive`: while it was unpacked. */
export function tarFailed(said: string | null, archive?: string): string {
  const why = said ?? TAR_MISSING;
  return archive === undefined ? withValues(TAR_FAILED, why) : withValues(UNREADABLE, archive, why);
}
