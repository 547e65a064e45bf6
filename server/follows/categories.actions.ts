import type { Trx } from '#server/app/database/database.ts';
import { dropOtherCategoryFollows, moveCategoryFollows } from './follows.store.ts';

/** Who follows a category that goes follows the one that takes its clips; where none does, nothing. */
export async function changeFollowedCategories(
  trx: Trx,
  names: string[],
  moves: Map<string, string>,
): Promise<void> {
  for (const [from, to] of moves) await moveCategoryFollows(trx, from, to);
  await dropOtherCategoryFollows(trx, names);
}
