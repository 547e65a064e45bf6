import type { ModeratedSubject } from '#server/moderation/subjects.store.ts';
import { POST_ROWS, setPostHeld, setPostHidden } from './posts.store.ts';

/** What moderation may do to posts. */
export const moderatedPosts: ModeratedSubject = {
  type: 'POST',
  rows: POST_ROWS,
  hide: (trx, id) => setPostHidden(trx, id, true),
  show: (trx, id) => setPostHidden(trx, id, false),
  setHeld: setPostHeld,
};
