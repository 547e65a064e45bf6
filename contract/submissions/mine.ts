import { z } from 'zod';
import { REVIEW_STATUSES } from './review-states.ts';
import { Cursor, Limit, optionalSearchText } from '../values.ts';
import { Visibility } from '../videos/videos.ts';

export const MINE_SORTS = ['new', 'old', 'views', 'likes', 'comments', 'title'] as const;

export const MineQuery = z.object({
  /** Every word has to occur in the title, the description or the category. */
  q: optionalSearchText(),
  visibility: Visibility.optional(),
  status: z.enum(REVIEW_STATUSES).optional(),
  sort: z.enum(MINE_SORTS).optional(),
  cursor: Cursor.optional(),
  limit: Limit.optional(),
});
export type MineQuery = z.output<typeof MineQuery>;
