import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import { notFound } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import type { TrackName } from './captions.store.ts';
import { release } from './review.store.ts';

/** Returns a track to its author as a draft, with nothing lost. Throws 404. */
export async function rejectTrack(ctx: Context, user: User, name: TrackName): Promise<void> {
  const { videoId, language, kind } = name;
  await transact(ctx.db, async (trx) => {
    if (!(await release(trx, name))) throw notFound('This track');
    await audit(trx, user, {
      action: 'submission.captions',
      subjectType: 'video',
      subjectId: videoId,
      before: { language, kind, state: 'WAITING' },
      after: { language, kind, state: 'DRAFT' },
    });
  });
}
