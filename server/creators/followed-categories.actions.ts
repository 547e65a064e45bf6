import type { Trx } from '#server/app/database/database.ts';
import { moveCategoryFollows } from './follows.store.ts';

/** Who follows a category that goes follows the one that takes its videos; where none does, nothing (by the foreign key). */
export async function changeFollowedCategories(trx: Trx, moves: Map<string, string>): Promise<void> {
  for (const [from, to] of moves) await moveCategoryFollows(trx, from, to);
}
