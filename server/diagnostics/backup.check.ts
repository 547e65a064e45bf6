import { type Message, msg } from '#contract/text/message.ts';
import { probeBucket } from '#server/backups/backups.actions.ts';
import { readFirstAccount, readLastBackup, readLastSent } from '#server/backups/backups.store.ts';
import { failed, off, ok, warning, type Check } from './check.ts';

const HOUR_MS = 3600 * 1000;
/** It is made each hour in which something changed, and may take some hours. */
const LATE_HOURS = 3;
const NOW = msg(
  'Run npm run admin -- backup-now, and make sure a worker is running. Backups run at 20 past each hour.',
);

export const backupCheck: Check = {
  name: msg('Backup'),
  advice: msg('Check that the database is reachable.'),
  async run(parts) {
    const { settings, clock } = parts;
    if (settings.DATABASE_URL) return off(msg("the external database's own tools (docs/operations.md)"));
    if (!settings.BACKUP) return off();
    const { last, verifiedAt, heldUntil } = await readLastBackup(parts.database().db);
    if (last?.failure)
      return failed(
        msg`the last one failed: ${last.failure}`,
        msg('Fix the reported problem, then run npm run admin -- backup-now.'),
      );
    if (verifiedAt === null || heldUntil === null) {
      const began = await readFirstAccount(parts.database().db);
      return began === null || !sinceThen(began, clock.now()).late
        ? ok(msg('the first one is made at 20 past the hour'))
        : warning(msg('None yet'), NOW);
    }
    const { ago } = sinceThen(verifiedAt, clock.now());
    const { late } = sinceThen(heldUntil, clock.now());
    const text = msg`last verified backup: ${ago}`;
    return late ? warning(text, NOW) : ok(text);
  },
};

export const bucketCheck: Check = {
  name: msg('Backup bucket'),
  advice: msg(
    'Check that BACKUP_S3_URL is correct and that its credentials can list, read, write and delete.',
  ),
  async run(parts) {
    const { settings, clock } = parts;
    if (!settings.BACKUP_S3_URL) return off();
    await probeBucket(settings);
    const probed = settings.BACKUP_KEY
      ? msg`Write test passed, encrypted`
      : msg`Write test passed, not encrypted: BACKUP_KEY is not set`;
    const sent = await readLastSent(parts.database().db);
    if (sent === null) return warning(msg`Nothing sent yet; ${probed}`, NOW);
    const text = msg`last sent: ${sinceThen(sent.at, clock.now()).ago}; ${probed}`;
    return sinceThen(sent.heldUntil, clock.now()).late ? warning(text, NOW) : ok(text);
  },
};

function sinceThen(then: Date, now: number): { late: boolean; ago: Message } {
  const hours = Math.floor((now - then.getTime()) / HOUR_MS);
  return {
    late: hours > LATE_HOURS,
    ago: hours < 1 ? msg`within the hour` : hours === 1 ? msg`1 hour ago` : msg`${hours} hours ago`,
  };
}
