import { moveDatabase } from '#server/app/database/move-database.ts';
import { createLog } from '#server/app/observe/log.ts';
import { withoutSecrets } from '#server/app/start/banner.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { slices } from '#server/slices.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** `move-database`: from the embedded database to the one of DATABASE_URL, or of `--to`. */
export async function moveToExternal(settings: Settings, args: string[]): Promise<number> {
  const to = targetOf(settings, args);
  const target = withoutSecrets(to);
  const jobs = slices.flatMap((slice) => slice.jobs ?? []);
  const result = await moveDatabase(settings, {
    to,
    jobs,
    log: createLog(settings),
    onProgress: (table, rows) => {
      if (rows > 0) print(`${table}: ${rows.toLocaleString('en')}`);
    },
  });
  print(
    result === 'already'
      ? `Everything was already in ${target}.`
      : `Copied ${result.rows.toLocaleString('en')} rows of ${result.tables} tables to ${target} and compared each.`,
  );
  print(
    'Now set DATABASE_URL to it and start the site. DATA_DIR is still needed for settings.key, media and email files.',
  );
  if (settings.fixed.has('BACKUP') && settings.BACKUP)
    print('Remove BACKUP from the settings: an external database is backed up by its own tools.');
  if (settings.BACKUP_S3_URL !== undefined) print('Remove BACKUP_S3_URL from the settings, too.');
  return 0;
}

function targetOf({ DATABASE_URL, DATABASE_DIRECT_URL }: Settings, args: string[]): string {
  const [flag, given, ...rest] = args;
  if (rest.length > 0 || (flag !== undefined && (flag !== '--to' || !given)))
    throw new Error('Use --to <postgres://…>, or set DATABASE_URL.');
  const to = given ?? DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (to === undefined) throw new Error('No target: set DATABASE_URL, or use --to <postgres://…>.');
  if (!URL.canParse(to) || !/^postgres(ql)?:$/.test(new URL(to).protocol))
    throw new Error('The target must start with postgres://.');
  if (given && new URL(given).password)
    process.stderr.write(
      'Anyone on this machine can read that password with ps. Pass it as PGPASSWORD, or the whole address as DATABASE_URL.\n',
    );
  return to;
}
