import type { Trx } from '#server/app/database/database.ts';
import { moveCategoryFollows } from './follows.store.ts';

/**
 * Followers of a deleted category follow the one that takes its videos; without one, the foreign key removes the
 * follow.
 */
export async function changeFollowedCategories(trx: Trx, moves: Map<string, string>): Promise<void> {
  for (const [from, to] of moves) await moveCategoryFollows(trx, from, to);
}
