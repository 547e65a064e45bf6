import { z } from 'zod';
import { job } from '#server/app/jobs/jobs.ts';
import { removeAll } from '#server/app/jobs/run-each.ts';
import { findRemoval, forgetRemoval } from './removals.store.ts';

/** Removes a deleted video's files. Idempotent, so a failure is simply retried. */
export const removeFiles = job({
  name: 'remove-files',
  schema: z.object({ removal: z.number() }),
  retryLimit: 20,
  retryDelay: 5,
  run: async ({ db, storage }, { removal }, { signal }) => {
    const files = await findRemoval(db, removal);
    if (!files) return;
    await removeAll(storage, files, signal);
    await forgetRemoval(db, removal);
  },
});
