import { z } from 'zod';
import type { Ladder } from '#server/adapters/media/encode.ts';
import { SHORT_SECONDS } from '#contract/videos/files.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { job } from '#server/app/jobs/jobs.ts';
import { removeAll } from '#server/app/jobs/run-each.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { findPictures } from './change.store.ts';
import { forgetFormer } from './replacement.store.ts';
import { recordOutcome, type Outcome } from './processing.store.ts';

/** A processing step works on one file, whose `rev` is part of the name of everything it writes. */
export const Step = z.object({
  videoId: z.number().int(),
  rev: z.string(),
  /** Part of a batch: queued behind uploads that someone is waiting for. */
  isBulk: z.boolean().optional(),
});
export type Step = z.infer<typeof Step>;

/** Higher first. The first rendition is waited for, the ladder is not. */
export const PRIORITIES = {
  first: ({ isBulk }: Pick<Step, 'isBulk'>) => (isBulk ? 0 : 10),
  ladder: ({ isBulk }: Pick<Step, 'isBulk'>) => (isBulk ? -15 : -10),
};

export const folderOf = (step: Step) => `videos/${step.videoId}/${step.rev}`;

/** Deletes unreferenced files from the store. */
export const removeFiles = job({
  name: 'video-files-remove',
  schema: z.object({ keys: z.array(z.string()), prefixes: z.array(z.string()) }),
  async run(ctx, { keys, prefixes }, { signal }) {
    if (prefixes.length > 0) await forgetFormer(ctx.db, prefixes);
    await removeAll(ctx.storage, { keys, prefixes }, signal);
  },
});

/** Pages that are open play the former file. */
export const FORMER_RETENTION_SEC = 24 * 3600;

/**
 * Deletes what a step wrote for a file that is no longer its video's. Open pages may still play the rest of its folder,
 * unless the video was deleted.
 */
export async function removeStale(ctx: Context, step: Step): Promise<void> {
  const files = { keys: [], prefixes: [folderOf(step)] };
  if (await findPictures(ctx.db, step.videoId))
    await ctx.jobs.send(removeFiles, files, { after: FORMER_RETENTION_SEC });
  else await ctx.storage.removePrefix(folderOf(step));
}

/** Names new files in the row; an MP4 that they take the place of goes a day later. False: the upload was replaced. */
export function nameFiles(
  ctx: Context,
  step: Step,
  outcome: Outcome,
  formerMp4: string | null,
): Promise<boolean> {
  return transact(ctx.db, async (trx) => {
    const isRecorded = await recordOutcome(trx, step.videoId, step.rev, outcome);
    await publishLater(ctx, trx, [step.videoId]);
    if (isRecorded && formerMp4 && outcome.mp4_key && outcome.mp4_key !== formerMp4) {
      const former = { keys: [formerMp4], prefixes: [] };
      await ctx.jobs.send(removeFiles, former, { trx, after: FORMER_RETENTION_SEC });
      await publishLater(ctx, trx, [step.videoId], { after: FORMER_RETENTION_SEC + 60 });
    }
    return isRecorded;
  });
}

/** The renditions, smallest first, whose MP4s are stored: all for a short video, else only the largest. */
export const rungsToRetain = <T>(rungs: T[], seconds: number): T[] =>
  seconds < SHORT_SECONDS ? rungs : rungs.slice(-1);

/** The files of a ladder, and what names them in the row; they lie in `folder`. */
export function describeLadder(folder: string, { master, renditions }: Ladder, seconds: number) {
  const mp4s = rungsToRetain(renditions, seconds).map(({ mp4 }) => mp4);
  return {
    files: [master, ...renditions.flatMap(({ playlist, file }) => [playlist, file]), ...mp4s],
    outcome: { hls_key: `${folder}/${master}`, ...describeMp4s(folder, mp4s) },
  };
}

/** What names these MP4s in the row; they lie in `folder`. */
function describeMp4s(folder: string, names: string[]) {
  return {
    mp4_key: `${folder}/${names.at(-1)}`,
    mp4_lines: names.length > 1 ? names.map((name) => Number.parseInt(name)) : [],
  };
}
