import { probeBucket, readArchiveSent } from '#server/backups/backups.actions.ts';
import { isArchiving, lookAtArchive } from '#server/backups/wal.actions.ts';
import { readLastBackup, readLastSent } from '#server/backups/backups.store.ts';
import { failed, off, ok, warning, type Check } from './check.ts';

const HOUR_MS = 3600 * 1000;
/** It is made every night, and may take some hours. */
const LATE_HOURS = 36;
const NOW = 'Run npm run admin -- backup-now, or wait for the night (2:20 UTC).';

export const backupCheck: Check = {
  name: 'Backup',
  advice: 'See that the database can be reached.',
  async run(parts) {
    const { settings, clock } = parts;
    if (settings.DATABASE_URL) return off("the external database's own tools (docs/operations.md)");
    if (!settings.BACKUP) return off();
    const { last, provenAt } = await readLastBackup(parts.database().db);
    if (last?.failure)
      return failed(
        `the last one failed: ${last.failure}`,
        'Mend what it says, then run npm run admin -- backup-now.',
      );
    if (provenAt === null) return warning('none was made yet', NOW);
    const { late, ago } = sinceThen(provenAt, clock.now());
    const text = `last proven restore: ${ago}`;
    return late ? warning(text, NOW) : ok(text);
  },
};

/** It is brought up to now every minute. */
const STALE_MS = 10 * 60 * 1000;

export const momentsCheck: Check = {
  name: 'Restore to a moment',
  advice: 'See that BACKUP_DIR can be read and written.',
  async run({ settings, clock }) {
    if (settings.DATABASE_URL || !isArchiving(settings)) return off();
    const { ranges, archivedAt, hasBase } = await lookAtArchive(settings);
    const text = ranges.length > 0 ? ranges.join(', and ') : 'no moment yet';
    if (clock.now() - archivedAt > STALE_MS)
      return warning(
        `${text}; nothing was archived for ten minutes`,
        "See the worker's log for why, and that the disk of BACKUP_DIR has room.",
      );
    return hasBase ? ok(text) : warning(`${text}; the archive began anew`, NOW);
  },
};

export const bucketCheck: Check = {
  name: 'Backup bucket',
  advice: 'See that BACKUP_S3_URL is right, and that its credentials may list, read, write and delete.',
  async run(parts) {
    const { settings, clock } = parts;
    if (!settings.BACKUP_S3_URL) return off();
    await probeBucket(settings);
    const probed = `a probe was written and deleted, ${settings.BACKUP_KEY ? 'encrypted' : 'not encrypted: BACKUP_KEY is not set'}`;
    const sentAt = await readLastSent(parts.database().db);
    if (sentAt === null) return warning(`nothing was sent yet; ${probed}`, NOW);
    const { late, ago } = sinceThen(sentAt, clock.now());
    const moments = isArchiving(settings) ? await readArchiveSent(parts.database().db, settings) : null;
    const until =
      moments === null ? '' : `, moments until ${moments > 0 ? new Date(moments).toISOString() : 'none'}`;
    const text = `last sent: ${ago}${until}; ${probed}`;
    if (moments !== null && clock.now() - moments > STALE_MS)
      return warning(text, "See the worker's log for why the archive is not sent.");
    return late ? warning(text, NOW) : ok(text);
  },
};

function sinceThen(then: Date, now: number): { late: boolean; ago: string } {
  const hours = Math.floor((now - then.getTime()) / HOUR_MS);
  return {
    late: hours > LATE_HOURS,
    ago: hours < 1 ? 'within the hour' : hours === 1 ? '1 hour ago' : `${hours} hours ago`,
  };
}
