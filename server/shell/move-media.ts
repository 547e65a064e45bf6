import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { moveFiles } from '#server/adapters/storage/move.ts';
import { openStorage } from '#server/adapters/storage/open.ts';
import { openDataFolder } from '#server/app/database/data-folder.ts';
import type { Settings } from '#server/app/start/settings.ts';

const SHOWN_EVERY = 1000;

/** `move-media`: from one STORAGE_URL to another. The site's own is never emptied. */
export async function moveMedia(settings: Settings, args: string[]): Promise<number> {
  const [from = '', to = ''] = args.filter((arg) => arg !== '--delete');
  const remove = args.includes('--delete');
  const inUse = settings.STORAGE_URL ?? `file:${path.join(settings.DATA_DIR, 'media')}`;
  if (from === to) throw new Error('Source and target are the same.');
  if (remove && resolveStorage(from) === resolveStorage(inUse))
    throw new Error(
      'The site still reads from there. Set STORAGE_URL to the new location and restart it first.',
    );
  for (const url of [from, to])
    if (!/^(file:|s3:\/\/)./.test(url)) throw new Error(`${url} must start with file: or s3://.`);
  if (from.startsWith('file:') && !existsSync(resolveStorage(from)))
    throw new Error(`There is no folder ${resolveStorage(from)} to copy from.`);
  openDataFolder(settings.DATA_DIR);
  const name = createHash('sha256').update(`${from}\n${to}`).digest('hex').slice(0, 12);
  const [source, target] = [await openStorage(from), await openStorage(to)];
  try {
    const totals = await moveFiles(source, target, {
      journal: path.join(settings.DATA_DIR, `.move-media-${name}`),
      remove,
      onProgress: ({ copied, bytes }) => {
        if (copied > 0 && copied % SHOWN_EVERY === 0)
          process.stdout.write(`${copied} files, ${(bytes / 1e9).toFixed(1)} GB\n`);
      },
    });
    process.stdout.write(
      `${totals.copied} copied (${(totals.bytes / 1e6).toFixed(1)} MB), ${totals.skipped} already there, ${totals.removed} deleted from the source.\n`,
    );
    return 0;
  } finally {
    await source.close();
    await target.close();
  }
}

/** Folders by where they really are. */
const resolveStorage = (url: string): string =>
  url.startsWith('file:') ? path.resolve(url.replace(/^file:(\/\/)?/, '')) : url;
