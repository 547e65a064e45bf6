import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/sessions.ts';
import { tell } from '#server/notifications/tell.actions.ts';
import { publishLater } from '#server/videos/publish.actions.ts';
import { changeSubmission, lockSubmission, noteReviewed, takePendingChange } from './change.store.ts';
import { replaceWhenReady } from './replacement.actions.ts';
import { decideReplacement } from './replacement.store.ts';

interface Decision {
  id: number;
  move: 'approve' | 'reject';
  at: Date;
  reason: string | null;
}

/**
 * What an admin says of an approved clip is about what its creator wants to change of it: another film, other words. False:
 * the clip isn't approved, or nothing of that waits.
 */
export async function decideRevision(
  ctx: Context,
  trx: Trx,
  admin: User,
  { id, move, at, reason }: Decision,
): Promise<boolean> {
  const clip = await lockSubmission(trx, id);
  if (clip?.status !== 'APPROVED') return false;
  const isApproved = move === 'approve';
  const hasFilm = await decideReplacement(trx, id, {
    to: isApproved ? 'APPROVED' : 'REJECTED',
    by: admin.id,
    at,
    reason,
  });
  const change = await takePendingChange(trx, id);
  if (!hasFilm && !change) return false;
  if (isApproved && change) await changeSubmission(trx, id, change, at);
  if (isApproved && hasFilm) await replaceWhenReady(ctx, trx, id);
  await audit(trx, admin, {
    action: `submission.${move}-change`,
    subjectType: 'video',
    subjectId: id,
    after: { ...change, ...(hasFilm && { film: true }), ...(reason && { reason }) },
  });
  await noteReviewed(trx, id, { by: admin.id, at });
  await tell(ctx, trx, {
    kind: isApproved ? 'CLIP_APPROVED' : 'CLIP_REJECTED',
    type: 'VIDEO',
    id,
    note: reason,
  });
  await publishLater(ctx, trx, [id]);
  return true;
}
