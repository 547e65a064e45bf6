import { givenReason } from '#contract/submissions/reject-reasons.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { notify } from '#server/notifications/notify.actions.ts';
import { tagVideo } from '#server/tags/tags.actions.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { changeSubmission, lockSubmission, markReviewed, takePendingChange } from './change.store.ts';
import { replaceWhenReady } from './replacement.actions.ts';
import { decideReplacement } from './replacement.store.ts';
import { decideThumbnail } from './thumbnail.actions.ts';

interface Decision {
  id: number;
  move: 'approve' | 'reject';
  at: Date;
  reason: string | null;
}

/**
 * A decision on an approved video applies to its pending revision: another file, texts or thumbnail. False: the video
 * isn't approved, or nothing is pending.
 */
export async function decideRevision(
  ctx: Context,
  trx: Trx,
  admin: User,
  { id, move, at, reason }: Decision,
): Promise<boolean> {
  const video = await lockSubmission(trx, id);
  if (video?.status !== 'APPROVED') return false;
  const isApproved = move === 'approve';
  const hasNewFile = await decideReplacement(trx, id, {
    to: isApproved ? 'APPROVED' : 'REJECTED',
    by: admin.id,
    at,
    reason,
  });
  const change = await takePendingChange(trx, id);
  const hasPicture = await decideThumbnail(ctx, trx, id, isApproved);
  if (!hasNewFile && !change && !hasPicture) return false;
  if (isApproved && change) {
    // the owner may have taken its category away since
    const { videos } = ctx.settings.owner.categories;
    const isKnown = change.category === undefined || videos.includes(change.category);
    await changeSubmission(trx, id, isKnown ? change : { ...change, category: undefined }, at);
    await tagVideo(trx, id, change.tags);
  }
  if (isApproved && hasNewFile) await replaceWhenReady(ctx, trx, id);
  await audit(trx, admin, {
    action: `submission.${move}-change`,
    subjectType: 'video',
    subjectId: id,
    after: {
      ...change,
      ...(hasNewFile && { film: true }),
      ...(hasPicture && { thumbnail: true }),
      ...(reason && { reason }),
    },
  });
  await markReviewed(trx, id, { by: admin.id, at });
  await notify(ctx, trx, {
    kind: isApproved ? 'CLIP_APPROVED' : 'CLIP_REJECTED',
    type: 'VIDEO',
    id,
    note: isApproved ? at.toISOString() : null,
    reason: isApproved || reason === null ? null : givenReason(reason).stored,
    changeAt: isApproved ? null : at.toISOString(),
  });
  await publishLater(ctx, trx, [id]);
  return true;
}
