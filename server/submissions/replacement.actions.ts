import type { Edit } from '#contract/submissions/edit.ts';
import type { ReviewStatus } from '#contract/submissions/review-states.ts';
import type { Visibility } from '#contract/videos/videos.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { showCut } from '#server/captions/captions.actions.ts';
import { transcribeReplaced } from '#server/captions/transcription.actions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { publishSubmission } from './submissions.events.ts';
import { FORMER_RETENTION_SEC, removeFiles } from './files.jobs.ts';
import {
  dropReplacement,
  findReplaceable,
  insertReplacement,
  lockReplaceable,
  takeReplacement,
  type Taken,
} from './replacement.store.ts';
import type { ReceivedFile } from './submissions.store.ts';

/** The texts that an upload for this video uses. Throws 404, 409. */
export async function changeOfReplaced({ db }: Context, user: User, id: number) {
  const video = await findReplaceable(db, id, user.id);
  if (!video) throw notFound('This submission');
  if (video.archivedAt) throw fail(409, 'WRONG_STATE', 'This video is archived. It must be restored first.');
  return { title: video.title, category: video.category, replaces: String(id) };
}

/** Another file for an own video: it is reviewed where others see the video, and the video's own plays until then. Throws 409. */
export async function receiveReplacement(
  ctx: Context,
  trx: Trx,
  { id, uploaderId, file, edit, now }: NewReplacement,
): Promise<void> {
  const video = await lockReplaceable(trx, id, uploaderId);
  if (!video)
    throw fail(409, 'NOT_REPLACEABLE', "You can only replace your own videos that aren't archived.");
  const former = await insertReplacement(
    trx,
    { id, uploaderId, status: statusOfReplacement(video), edit },
    file,
    now,
  );
  await removeFormer(ctx, trx, former, 0);
}

interface NewReplacement {
  id: number;
  uploaderId: number;
  file: ReceivedFile;
  edit: Edit | null;
  now: Date;
}

/** What others see is reviewed first. */
export const statusOfReplacement = (video: { status: ReviewStatus; visibility: Visibility }): ReviewStatus =>
  video.status === 'APPROVED' && video.visibility !== 'PRIVATE' ? 'PENDING' : 'APPROVED';

/** Puts an approved file that is encoded into its video's place. */
export async function replaceWhenReady(ctx: Context, trx: Trx, id: number): Promise<boolean> {
  const taken = await takeReplacement(trx, id);
  if (!taken) return false;
  await removeFormer(ctx, trx, taken.files, FORMER_RETENTION_SEC);
  // what was cut away is found no longer, and what comes back is
  if (taken.formerEdit || taken.edit) await showCut(ctx, trx, id);
  if (!taken.isEdited || playsMore(taken)) await transcribeReplaced(ctx, trx, id);
  await notify(ctx, trx, { kind: 'REVIEW_WAITING', type: 'VIDEO', id });
  return true;
}

/** Whether an edit lets more of a video be heard than before, or nothing at all. */
function playsMore({ formerEdit, edit }: Pick<Taken, 'formerEdit' | 'edit'>): boolean {
  if ((formerEdit?.mute ?? false) !== (edit?.mute ?? false)) return true;
  if (!formerEdit) return false;
  return !edit || edit.start < formerEdit.start || edit.end > formerEdit.end;
}

/** Withdraws a replacement that is pending or failed. Throws 404. */
export async function withdrawReplacement(ctx: Context, user: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const video = await lockReplaceable(trx, id, user.id);
    const files = video && (await dropReplacement(trx, id));
    if (!files?.prefixes.length) throw notFound('This file');
    await removeFormer(ctx, trx, files, 0);
  });
  publishSubmission(ctx, id);
}

export async function removeFormer(
  ctx: Context,
  trx: Trx,
  files: { keys: string[]; prefixes: string[] },
  after: number,
): Promise<void> {
  if (files.keys.length + files.prefixes.length > 0) await ctx.jobs.send(removeFiles, files, { trx, after });
}
