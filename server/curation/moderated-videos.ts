import type { ModeratedSubject } from '#server/moderation/subjects.store.ts';
import { ARCHIVED } from './archive.messages.ts';
import { archive, archivedAlready, restore } from './archive.actions.ts';
import { VIDEO_ROWS } from './archive.store.ts';

/** What moderation may do to videos: it hides one by putting it into the archive. */
export const moderatedVideos: ModeratedSubject = {
  type: 'VIDEO',
  rows: VIDEO_ROWS,
  async hide(ctx, trx, id, { admin, reason }) {
    if (!(await archive(ctx, trx, admin, id, reason ?? ARCHIVED.REPORTED()))) throw archivedAlready();
    return true;
  },
  show: (ctx, trx, id, admin) => restore(ctx, trx, admin, id),
};
