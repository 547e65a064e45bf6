import { isDeepStrictEqual } from 'node:util';
import type { Edit } from '#contract/submissions/edit.ts';
import { findEditProblem } from '#contract/submissions/edit.rules.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { PRIORITIES } from '../files.jobs.ts';
import { randomName } from '../receive.actions.ts';
import { removeFormer, statusOfReplacement } from '../replacement.actions.ts';
import { dropReplacement, insertReplacement } from '../replacement.store.ts';
import { checkVideo } from '../submissions.jobs.ts';
import { findEdited } from './edit.store.ts';

/**
 * Edits the latest file of a locked upload: its original is encoded again, and what plays stays until that is ready and,
 * where others see the video, approved. Throws 422.
 */
export async function changeEdit(ctx: Context, trx: Trx, id: number, edit: Edit | null): Promise<void> {
  const video = await findEdited(trx, id);
  if (!video) throw notFound('This submission');
  const { playing, latest } = video;
  if (isDeepStrictEqual(edit, latest.edit)) return;
  if (latest.key === null) {
    const gone = 'The original of this video is gone, so it can’t be edited.';
    throw fail(422, 'INVALID_INPUT', gone, { fields: { edit: gone } });
  }
  const problem = edit && findEditProblem(edit, latest.original);
  if (problem)
    throw fail(422, 'INVALID_INPUT', problem.text, { fields: { [`edit.${problem.field}`]: problem.text } });
  if (latest.key === playing.key && isDeepStrictEqual(edit, playing.edit))
    return removeFormer(ctx, trx, await dropReplacement(trx, id), 0);
  const now = new Date(ctx.clock.now());
  const file = { key: latest.key, size: latest.size, sha256: latest.sha256, rev: randomName(ctx) };
  const replacement = { id, uploaderId: video.uploaderId, status: statusOfReplacement(video), edit };
  await removeFormer(ctx, trx, await insertReplacement(trx, replacement, file, now), 0);
  const step = { videoId: id, rev: file.rev };
  await ctx.jobs.send(checkVideo, step, { trx, priority: PRIORITIES.first({}) });
}
