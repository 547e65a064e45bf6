import type { Context } from '#server/app/context.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { backupFolder } from '#server/backups/folder.ts';
import { readMoment, restoreMoment } from '#server/backups/moment.ts';
import { restoreNamedMedia } from '#server/backups/restore-media.ts';
import { inWords, readRanges } from '#server/backups/wal-files.ts';

const MAX_TOLD = 20;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** `restore --at`: the database as it was then, and the media that it names. */
export async function restoreAt(
  settings: Settings,
  args: string[],
  withContext: (work: (ctx: Context) => Promise<void>) => Promise<number>,
): Promise<number> {
  const [given, ...rest] = args.filter((arg) => !['--at', '--replace'].includes(arg));
  if (given === undefined || rest.length > 0 || args[args.indexOf('--at') + 1] !== given)
    throw new Error('Please say restore --at 2026-11-22T14:30:00Z, and --replace where a database is there.');
  const at = readMoment(given);
  const facts = await restoreMoment(settings, at, args.includes('--replace'));
  // brings it up once, with the migrations that came since
  return withContext(async ({ db }) => {
    const lost = await restoreNamedMedia(settings, facts, db);
    say(
      `The database is in place as it was at ${new Date(at).toISOString()}${lost === null ? '; the media are kept elsewhere' : ', and its media'}.`,
    );
    if (!lost?.length) return;
    say(`${lost.length} files that it names are gone, since no backup was made while they were there:`);
    for (const file of lost.slice(0, MAX_TOLD)) say(`  ${file}`);
    if (lost.length > MAX_TOLD) say('  …');
  });
}

/** When a restore can be to any moment. */
export async function sayMoments(settings: Settings): Promise<void> {
  for (const range of await readRanges(backupFolder(settings))) say(`any moment from ${inWords(range)}`);
}
