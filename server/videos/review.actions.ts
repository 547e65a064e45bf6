import { REVIEW_MOVES, type Origin, type ReviewMoveName } from '#contract/submissions/review-states.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { Trx } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { publishLater } from './publish.actions.ts';
import { reviewVideo, type Reviewed } from './review.store.ts';

const AUDITED_AS: Record<Origin, string> = { UPLOAD: 'submission', IMPORT: 'import' };

/** Makes a move of REVIEW_MOVES and notes it in the audit log. Null: the video isn't where the move begins. */
export async function decideReview(
  ctx: Context,
  trx: Trx,
  reviewer: User,
  { id, origin, move }: { id: number; origin: Origin; move: ReviewMoveName },
  { at, reason = null, atSec = null }: { at: Date; reason?: string | null; atSec?: number | null },
): Promise<Reviewed | null> {
  const reviewed = await reviewVideo(trx, { id, origin, move }, { by: reviewer.id, at, reason, atSec });
  if (!reviewed) return null;
  const { from, to } = REVIEW_MOVES[move];
  await audit(trx, reviewer, {
    action: `${AUDITED_AS[origin]}.${move}`,
    subjectType: 'video',
    subjectId: id,
    before: { status: from },
    after: { status: to, ...(reason ? { reason, atSec } : {}) },
  });
  await publishLater(ctx, trx, [id]);
  return reviewed;
}
