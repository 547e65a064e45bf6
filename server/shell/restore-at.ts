import { parseArgs } from 'node:util';
import type { Context } from '#server/app/context.ts';
import type { Settings } from '#server/app/start/settings.ts';
import { fetchMomentFromBucket } from '#server/backups/backups.actions.ts';
import { backupFolder } from '#server/backups/folder.ts';
import { readMoment, restoreMoment } from '#server/backups/moment.ts';
import { restoreNamedMedia } from '#server/backups/restore-media.ts';
import type { SiteArchive } from '#server/backups/wal-bucket.ts';
import { inWords, rangesOf, readRanges } from '#server/backups/wal-files.ts';

const MAX_TOLD = 20;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** `restore --at`: the database as it was then, and the media that it names. */
export async function restoreAt(
  settings: Settings,
  args: string[],
  withContext: (work: (ctx: Context) => Promise<void>) => Promise<number>,
): Promise<number> {
  const { given, site, replace, fromBucket } = readArgs(args);
  const at = readMoment(given);
  if (fromBucket) await fetchMomentFromBucket(settings, at, site);
  const facts = await restoreMoment(settings, at, replace);
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

function readArgs(args: string[]): { given: string; site?: string; replace: boolean; fromBucket: boolean } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        at: { type: 'string' },
        site: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'from-bucket': { type: 'boolean', default: false },
      },
    });
    const { at, site, replace, 'from-bucket': fromBucket } = values;
    if (at !== undefined) return { given: at, replace, fromBucket, ...(site !== undefined && { site }) };
  } catch {
    // said below
  }
  throw new Error(
    'Please say restore --at 2026-11-22T14:30:00Z, --replace where a database is there, and --from-bucket where the folder of backups is gone.',
  );
}

/** When a restore can be to any moment. */
export async function sayMoments(settings: Settings, archives: readonly SiteArchive[]): Promise<void> {
  for (const range of await readRanges(backupFolder(settings))) say(`any moment from ${inWords(range)}`);
  for (const { site, lines } of archives)
    for (const range of rangesOf(lines)) say(`any moment from ${inWords(range)}  bucket (site ${site})`);
}
