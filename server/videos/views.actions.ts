import type { Progress } from '#contract/statistics/statistics.ts';
import type { Context } from '#server/app/context.ts';
import { retryDeadlock } from '#server/app/database/database.ts';
import type { Viewer } from '#server/app/database/may-see.ts';
import { countProgress, type Origin } from './origin.store.ts';
import { viewVideo } from './videos.store.ts';

/** Counts a view, as `viewVideo` does. Gives the own views; null: the viewer sees no such live video. */
export async function recordView(
  ctx: Context,
  id: number,
  { person, viewer, origin }: { person: string; viewer: Viewer; origin: Origin },
): Promise<number | null> {
  const seen = await retryDeadlock(() => viewVideo(ctx.db, id, person, viewer, origin));
  if (seen?.counted) ctx.cache.refresh('counts');
  return seen?.views ?? null;
}

/** False: the viewer sees no such live video. */
export const recordProgress = (
  { db }: Context,
  id: number,
  viewer: Viewer,
  progress: Progress,
): Promise<boolean> => retryDeadlock(() => countProgress(db, id, viewer, progress));
