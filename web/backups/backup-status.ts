import { t } from '@lingui/core/macro';
import type { Backups } from '#contract/backups/backups.ts';
import { formatRelative } from '#web/ui/format.ts';

/** The state of the backups in one line. */
export function describeBackups({ kind, last, verifiedAt }: Backups): { text: string; bad: boolean } {
  if (kind === 'external')
    return { text: t`The database is backed up by its own tools, outside this site`, bad: false };
  if (kind === 'off') return { text: t`Backups are off`, bad: true };
  const failure = last?.failure ?? '';
  if (last?.state === 'failed') return { text: t`Last backup failed: ${failure}`, bad: true };
  if (verifiedAt === null)
    return { text: last ? t`First backup in progress` : t`First backup within the hour`, bad: false };
  return { text: t`Last verified backup: ${formatRelative(verifiedAt)}`, bad: false };
}
