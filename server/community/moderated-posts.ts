import type { ModeratedSubject } from '#server/moderation/subjects.store.ts';
import { POST_ROWS, setPostPending, setPostHidden } from './posts.store.ts';

/** What moderation may do to posts. */
export const moderatedPosts: ModeratedSubject = {
  type: 'POST',
  rows: POST_ROWS,
  hide: (_ctx, trx, id) => setPostHidden(trx, id, true),
  show: (_ctx, trx, id) => setPostHidden(trx, id, false),
  setPending: setPostPending,
};
