import type { FastifyRequest } from 'fastify';
import { MAX_IMPORT, type DataImport } from '#contract/accounts/exports.ts';
import { EXPORTS_FOLDER } from '#server/adapters/storage/keys.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail, isTaken } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/sessions.ts';
import { storeArchive } from '#server/submissions/archives.actions.ts';
import { randomName, removeQuietly } from '#server/submissions/receive.actions.ts';
import { importArchive } from './imports.jobs.ts';
import { addImport, isImporting } from './imports.store.ts';

const IMPORTS = { max: 5, seconds: 24 * 3600 };

const running = () => fail(409, 'IMPORT_RUNNING', 'An import of yours is under way already.');

/** Takes an archive in, for the job to unpack. Throws 409, 413, 415, 429, 507. */
export async function startImport(ctx: Context, user: User, request: FastifyRequest): Promise<DataImport> {
  if (await isImporting(ctx.db, user.id)) throw running();
  const wait = await ctx.sharedRateLimits.take('import', String(user.id), IMPORTS);
  if (wait > 0)
    throw fail(429, 'TOO_MANY', 'You imported several files today. Please try again later.', {
      retryAfter: wait,
    });
  const key = `${EXPORTS_FOLDER}/${randomName(ctx)}/import.zip`;
  try {
    await storeArchive(ctx, request, { key, max: MAX_IMPORT });
    return await transact(ctx.db, async (trx) => {
      const added = await addImport(trx, { userId: user.id, key, now: ctx.clock.now() });
      await ctx.jobs.send(importArchive, { id: added.id }, { trx });
      return added;
    });
  } catch (error) {
    await ctx.sharedRateLimits.giveBack('import', String(user.id), IMPORTS);
    if (!isTaken(error, 'imports_pending_key')) throw error;
    await removeQuietly(ctx, [key]);
    throw running();
  }
}
