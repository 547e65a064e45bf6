import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { listUnnamed, SWEPT_FOLDERS } from './orphans.store.ts';
import { removeQuietly } from './receive.actions.ts';

/** A file is stored before a row references it: recent ones may belong to an upload, which takes a day at most. */
const YOUNG_HOURS = 48;
const BATCH = 500;
/** So many a night at most. */
const MAX_REMOVED = 100_000;
/** Rather too many files than the wrong ones: so few are removed whatever their share. */
const ALWAYS_REMOVED = 200;

/** Files no row names: pieces of deleted accounts, replaced thumbnails, what a killed process or a store's fault left. */
export const sweepOrphans = job({
  name: 'submissions-sweep-orphans',
  schema: z.object({}),
  cron: '40 3 * * *',
  unique: true,
  seconds: 6 * 3600,
  retryLimit: 1,
  async run(ctx, _data, { signal }) {
    const before = ctx.clock.now() - YOUNG_HOURS * 3600 * 1000;
    const found: string[] = [];
    let files = 0;
    for await (const keys of listOldFiles(ctx, before)) {
      signal.throwIfAborted();
      files += keys.length;
      if (found.length < MAX_REMOVED) found.push(...(await listUnnamed(ctx.db, keys)));
    }
    if (found.length > ALWAYS_REMOVED && found.length > files / 2) {
      ctx.log.error(
        'The database names fewer than half of the stored files, so none was removed. Is this the storage of this database?',
        { files, unnamed: found.length },
      );
      return;
    }
    await removeQuietly(ctx, found);
    if (found.length > 0)
      ctx.log.info('Files that nothing names were removed.', { files, removed: found.length });
  },
});

async function* listOldFiles(ctx: Context, before: number): AsyncGenerator<string[]> {
  for (const folder of SWEPT_FOLDERS) {
    let keys: string[] = [];
    for await (const { key, modifiedAt } of ctx.storage.list(folder)) {
      if (modifiedAt.getTime() >= before) continue;
      keys.push(key);
      if (keys.length < BATCH) continue;
      yield keys;
      keys = [];
    }
    if (keys.length > 0) yield keys;
  }
}
