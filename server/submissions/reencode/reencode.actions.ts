import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { FORMER_RETENTION_SEC, removeFiles } from '../files.jobs.ts';
import type { Outcome } from '../processing.store.ts';
import { forgetAv1, recordReencode, swapRenditions, type Reencode } from './reencode.store.ts';

interface Renditions {
  /** The main playlist that plays. */
  formerKey: string;
  /** What nothing names from now on. */
  keys: string[];
  outcome: Pick<Outcome, 'hls_key' | 'mp4_key' | 'mp4_lines'>;
  bytesSaved: number;
}

/** Open pages play the former files for another day. False: the file was replaced meanwhile. */
export const takeRenditions = (
  ctx: Context,
  step: Reencode,
  { formerKey, keys, outcome, bytesSaved }: Renditions,
): Promise<boolean> =>
  transact(ctx.db, async (trx) => {
    if (!(await swapRenditions(trx, step, formerKey, outcome))) return false;
    if (step.codec === 'h264') await forgetAv1(trx, step.videoId);
    await recordReencode(trx, step, bytesSaved);
    await publishLater(ctx, trx, [step.videoId]);
    if (keys.length === 0) return true;
    await ctx.jobs.send(removeFiles, { keys, prefixes: [] }, { trx, after: FORMER_RETENTION_SEC });
    await publishLater(ctx, trx, [step.videoId], { after: FORMER_RETENTION_SEC + 60 });
    return true;
  });
