import type { ModeratedSubject } from '#server/moderation/subjects.store.ts';
import { COMMENT_ROWS, setCommentPending, setCommentHidden } from './visibility.store.ts';

/** What moderation may do to comments. */
export const moderatedComments: ModeratedSubject = {
  type: 'COMMENT',
  rows: COMMENT_ROWS,
  hide: (_ctx, trx, id) => setCommentHidden(trx, id, true),
  show: (_ctx, trx, id) => setCommentHidden(trx, id, false),
  setPending: setCommentPending,
};
