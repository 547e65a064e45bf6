import { givenReason } from '#contract/submissions/reject-reasons.ts';
import { REVIEW_MOVES, type Origin, type ReviewMoveName } from '#contract/submissions/review-states.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';

/** A video that leaves APPROVED, or is archived, is no longer featured or trending. */
export const NOT_SHOWN_OFF = { is_featured: false, featured_position: null, is_trending: false } as const;

export interface Reviewed {
  id: number;
  title: string;
  uploaderId: number | null;
}

/** Makes a move of REVIEW_MOVES. One statement decides, so of two admins at once one gets null: it isn't where the move begins. */
export async function reviewVideo(
  db: DbOrTrx,
  { id, origin, move }: { id: number; origin: Origin; move: ReviewMoveName },
  {
    by,
    at,
    reason = null,
    atSec = null,
  }: { by: number; at: Date; reason?: string | null; atSec?: number | null },
): Promise<Reviewed | null> {
  const { from, to } = REVIEW_MOVES[move];
  const row = await db
    .updateTable('videos')
    .set({
      status: to,
      approved_at: to === 'APPROVED' ? at : null,
      reviewed_at: at,
      reviewed_by: by,
      reject_reason: to === 'REJECTED' && reason !== null ? givenReason(reason).json : null,
      reject_at_ms: to === 'REJECTED' && atSec !== null ? Math.round(atSec * 1000) : null,
      ...(to === 'APPROVED' ? {} : NOT_SHOWN_OFF),
    })
    .where('id', '=', id)
    .where('origin', '=', origin)
    .where('status', '=', from)
    .where('archived_at', 'is', null)
    .returning(['id', 'title', 'uploader_id as uploaderId'])
    .executeTakeFirst();
  return row ?? null;
}
