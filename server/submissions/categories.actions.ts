import { replaceCategories } from '#server/app/database/categories.ts';
import type { Trx } from '#server/app/database/database.ts';
import { movePendingChanges } from './change.store.ts';
import { moveUploads } from './uploads.store.ts';

/** Like replaceCategories, for videos and for uploads in progress. */
export async function changeVideoCategories(
  trx: Trx,
  names: string[],
  moves: Map<string, string>,
): Promise<string[]> {
  const left = await replaceCategories(trx, { names: 'video_categories', table: 'videos' }, names, moves);
  for (const [from, to] of moves) {
    await moveUploads(trx, from, to);
    await movePendingChanges(trx, from, to);
  }
  return left;
}
