import { keep, msg, withValues } from '#contract/text/said.ts';
import { readSentence } from '#server/app/i18n/translate.ts';

/*
 * What may be wrong with a backup: kept in English with its run, and told in the language of whoever reads it
 * (contract/values.ts, Sentence).
 */

const failing = (message: string) => (name: string, cause?: unknown) =>
  new Error(withValues(message, name), { cause });

// what these go on with is a sentence of its own; the first may hold the others
export const notSent = failing(
  keep('It came back, but could not be sent to BACKUP_S3_URL: {0}', readSentence),
);
const TAR_FAILED = keep('tar failed: {0}', readSentence);
const UNREADABLE = keep("{0} can't be read as a backup: {1}", readSentence);
const TAR_MISSING = msg('the program tar is missing');

export const changed = failing(keep('{0} was changed.'));
export const changedInBackup = failing(keep('{0} was changed in the backup.'));
export const changedInBucket = failing(keep('{0} was changed in the bucket.'));
export const changedOnce = failing(keep('{0} was changed in the bucket. The next backup sends it again.'));
export const missingInBackup = failing(keep('{0} is missing in the backup.'));
export const notInBackup = failing(keep('{0} is named by the database and not in the backup.'));
export const otherRows = failing(keep('The restored rows of {0} are not those of the site.'));
export const notVouched = failing(
  keep(
    'The facts of {0} are not vouched for by BACKUP_KEY: it was made without that key, or not by this site.',
  ),
);
export const factsChanged = failing(keep('The facts of {0} were changed.'));
export const factsOfOtherKey = failing(keep('The facts of {0} were changed, or BACKUP_KEY is another one.'));
export const otherFacts = failing(
  keep('The facts of {0} are not those of a backup of this name, or name files elsewhere.'),
);
export const fileOfOtherKey = failing(keep('{0} was changed, or BACKUP_KEY is another one.'));
export const notEncrypted = failing(keep('{0} is no encrypted file.'));

/** `said`: by tar; null: there is no such program. `archive`: while it was unpacked. */
export function tarFailed(said: string | null, archive?: string): string {
  const why = said ?? TAR_MISSING;
  return archive === undefined ? withValues(TAR_FAILED, why) : withValues(UNREADABLE, archive, why);
}
