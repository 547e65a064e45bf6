import type { CuratedVideoAnswer } from '#contract/curation/curation.ts';
import type { ReviewMoveName } from '#contract/submissions/review-states.ts';
import { Message, msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { decideReview } from '#server/videos/review.actions.ts';
import { getCurated, lockFlags, orderFeatured, setFlag, type Flag } from './curation.store.ts';

/** The moves that an import makes. */
export type ImportMove = Exclude<ReviewMoveName, 'resubmit'>;

/** Features an approved video or marks it as trending, or takes that back. Null: no such video. Throws 409. */
export function flagVideo(
  ctx: Context,
  admin: User,
  id: number,
  flag: Flag,
  on: boolean,
): Promise<CuratedVideoAnswer | null> {
  return transact(ctx.db, async (trx) => {
    const before = await lockFlags(trx, id);
    if (!before) return null;
    if (on && (before.status !== 'APPROVED' || before.archived_at))
      throw fail(409, 'NOT_APPROVED', 'Only approved videos can be featured or marked as trending.');
    if (on && before.visibility !== 'PUBLIC')
      throw fail(409, 'NOT_PUBLIC', 'Only public videos can be featured or marked as trending.');
    if (before[flag] !== on) {
      await setFlag(trx, id, flag, on);
      const action = `video.${on ? flag : `not-${flag}`}`;
      await audit(trx, admin, { action, subjectType: 'video', subjectId: id });
    }
    return getCurated(trx, ctx.signedUrls, id);
  });
}

/** Puts the featured videos in this order; those left out follow in the order they had. */
export async function arrangeFeatured(ctx: Context, admin: User, ids: number[]): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await orderFeatured(trx, ids);
    await audit(trx, admin, { action: 'featured.order', subjectType: 'videos', subjectId: null, after: ids });
  });
}

/** Reviews an imported video; of two admins at once one gets 409. Null: no such import. */
export function reviewImported(
  ctx: Context,
  admin: User,
  id: number,
  move: ImportMove,
): Promise<CuratedVideoAnswer | null> {
  return transact(ctx.db, async (trx) => {
    const at = new Date(ctx.clock.now());
    const reviewed = await decideReview(ctx, trx, admin, { id, origin: 'IMPORT', move }, { at });
    const video = await getCurated(trx, ctx.signedUrls, id);
    if (!video || video.origin !== 'IMPORT') return null;
    if (!reviewed)
      throw fail(
        409,
        'WRONG_STATE',
        video.archivedAt ? 'This video is in the archive.' : new Message(CONFLICTS[move], [video.status]),
      );
    return video;
  });
}

const CONFLICTS: Record<ImportMove, string> = {
  approve: msg("This video is {0} now, so it can't be approved."),
  unapprove: msg("This video is {0} now, so it can't be unapproved."),
  reject: msg("This video is {0} now, so it can't be rejected."),
};
