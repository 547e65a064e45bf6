import type { DataExport } from '#contract/exports/exports.ts';
import { recordSecurityEvent, type From } from '#server/accounts/security-events.actions.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, isTaken } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { removeLater } from '#server/submissions/receive.actions.ts';
import { makeExport } from './exports.jobs.ts';
import { addExport, dropExportsOf } from './exports.store.ts';
import { dropImportsOf } from './imports.store.ts';

/** Throws 409 while one is being made, 429 after three in a day. */
export async function startExport(ctx: Context, user: User, from: From): Promise<DataExport> {
  const wait = await ctx.rateLimits.take('export', String(user.id));
  if (wait > 0)
    throw fail(429, 'TOO_MANY', "You've exported your data several times today. Please try again later.", {
      retryAfter: wait,
    });
  try {
    return await transact(ctx.db, async (trx) => {
      const started = await addExport(trx, user.id, ctx.clock.now());
      await recordSecurityEvent(ctx, trx, from, { userId: user.id, kind: 'EXPORTED' });
      await ctx.jobs.send(makeExport, { id: started.id }, { trx });
      return started;
    });
  } catch (error) {
    await ctx.rateLimits.giveBack('export', String(user.id));
    throw isTaken(error, 'exports_pending_key')
      ? fail(409, 'EXPORT_RUNNING', "Your export is already in progress. We'll email you when it's ready.")
      : error;
  }
}

/** The files go with the account. */
export async function leaveExports(ctx: Context, trx: Trx, userId: number): Promise<void> {
  const keys = [...(await dropExportsOf(trx, userId)), ...(await dropImportsOf(trx, userId))];
  await removeLater(ctx, trx, { keys });
}
