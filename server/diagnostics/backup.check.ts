import { readLastBackup } from '#server/backups/backups.store.ts';
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
    const hours = Math.floor((clock.now() - provenAt.getTime()) / HOUR_MS);
    const text = `last proven restore: ${hours < 1 ? 'within the hour' : hours === 1 ? '1 hour ago' : `${hours} hours ago`}`;
    return hours > LATE_HOURS ? warning(text, NOW) : ok(text);
  },
};
