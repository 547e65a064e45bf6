import type { FastifyRequest } from 'fastify';
import { MAX_IMPORT, type DataImportAnswer } from '#contract/exports/exports.ts';
import { EXPORTS_FOLDER } from '#server/adapters/storage/keys.ts';
import { BrokenFile } from '#server/adapters/untrusted/faults.ts';
import { parseUntrusted } from '#server/adapters/untrusted/parse-untrusted.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, isTaken } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { inWorkFolder } from '#server/app/jobs/work-folder.ts';
import { storeArchive } from '#server/submissions/archives.actions.ts';
import { randomName, removeQuietly } from '#server/submissions/receive.actions.ts';
import { importArchive } from './imports.jobs.ts';
import { addImport, isImporting } from './imports.store.ts';

const running = () => fail(409, 'IMPORT_RUNNING', 'You already have an import in progress.');

/** Takes an archive in whose listing and `data.json` can be read, for the job to unpack. Throws 409, 413, 415, 422, 429, 507. */
export async function startImport(
  ctx: Context,
  user: User,
  request: FastifyRequest,
): Promise<DataImportAnswer> {
  if (await isImporting(ctx.db, user.id)) throw running();
  const wait = await ctx.rateLimits.take('import', String(user.id));
  if (wait > 0)
    throw fail(429, 'TOO_MANY', "You've imported several files today. Please try again later.", {
      retryAfter: wait,
    });
  const key = `${EXPORTS_FOLDER}/${randomName(ctx)}/import.zip`;
  try {
    await storeArchive(ctx, request, { key, max: MAX_IMPORT });
    const turn = { member: user.id, waits: false };
    await inWorkFolder(ctx, async (dir) =>
      parseUntrusted('exportArchive', { path: await ctx.storage.localCopy(key, dir) }, turn),
    );
    return await transact(ctx.db, async (trx) => {
      const added = await addImport(trx, { userId: user.id, key, now: ctx.clock.now() });
      await ctx.jobs.send(importArchive, { id: added.id }, { trx });
      return added;
    });
  } catch (error) {
    // one that was parsed counts
    if (!(error instanceof BrokenFile)) await ctx.rateLimits.giveBack('import', String(user.id));
    await removeQuietly(ctx, [key]);
    throw isTaken(error, 'imports_pending_key') ? running() : error;
  }
}
