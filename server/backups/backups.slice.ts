import type { Context } from '#server/app/context.ts';
import type { Gauge } from '#server/app/hooks.ts';
import type { Slice } from '#server/app/slice.ts';
import { backupJob } from './backups.jobs.ts';
import { backupsRoutes } from './backups.routes.ts';
import { readFirstAccount, readLastBackup } from './backups.store.ts';

/** How long ago everything was in a backup that came back when it was restored; counted from the first account until then. */
async function backupGauges({ db, settings, clock }: Context): Promise<Gauge[]> {
  if (!settings.BACKUP) return [];
  const since = (await readLastBackup(db)).heldUntil ?? (await readFirstAccount(db));
  if (!since) return [];
  return [
    {
      name: 'lll_backup_age_seconds',
      help: 'How long ago everything was in a verified backup.',
      value: Math.max(0, Math.round((clock.now() - since.getTime()) / 1000)),
    },
  ];
}

export const backupsSlice: Slice = { routes: [backupsRoutes], jobs: [backupJob], gauges: backupGauges };
