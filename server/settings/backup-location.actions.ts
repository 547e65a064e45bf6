import type { Connections } from '#contract/settings/connections.ts';
import { type Message, msg } from '#contract/text/message.ts';
import type { SavedSection } from '#contract/settings/settings.ts';
import { faultOfBackupFolder } from '#server/backups/location.actions.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { takesBackupBucket } from '#server/app/start/settings.ts';
import { changeSection, type Author } from './settings.actions.ts';
import type { Values } from './sections.rules.ts';

/** Changes the connections. Throws as `changeSection`, and 422 for a place where backups can't go. */
export async function changeConnections(
  ctx: Context,
  author: Author,
  change: Partial<Connections> & Values & { version: number },
): Promise<Values & SavedSection> {
  for (const [field, message] of Object.entries(await faultsOf(ctx, change)))
    if (message !== null) throw fail(422, 'WRONG_SETTING', message, { fields: { [field]: message } });
  return changeSection(ctx, author, 'connections', change);
}

async function faultsOf(
  { settings }: Context,
  { backupFolder, backupBucket }: Partial<Connections>,
): Promise<Record<string, string | Message | null>> {
  if (settings.DATABASE_URL && (backupFolder || backupBucket))
    return {
      [backupFolder ? 'backupFolder' : 'backupBucket']: msg(
        'The database is external and backed up by its own tools (docs/operations.md).',
      ),
    };
  return {
    backupFolder: backupFolder ? await faultOfBackupFolder(settings, backupFolder) : null,
    backupBucket:
      backupBucket && !takesBackupBucket(settings, backupBucket)
        ? msg('Please choose a different bucket or prefix from the media.')
        : null,
  };
}
