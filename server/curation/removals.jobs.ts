import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { findRemoval, forgetRemoval } from './removals.store.ts';

/** Removes the files of a video that is gone. Repeating it does no harm, so a failure is simply tried again. */
export const removeFiles = job({
  name: 'remove-files',
  schema: z.object({ removal: z.number() }),
  retryLimit: 20,
  retryDelay: 5,
  run: async ({ db, storage }, { removal }) => {
    const files = await findRemoval(db, removal);
    if (!files) return;
    for (const prefix of files.prefixes) await storage.removePrefix(prefix);
    for (const key of files.keys) await storage.remove(key);
    await forgetRemoval(db, removal);
  },
});
