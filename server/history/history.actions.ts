import type { Context } from '#server/app/context.ts';
import { retryDeadlock } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { saveProgress } from './history.store.ts';

/** False: the member sees no such live video. */
export const recordWatched = (
  { db, clock }: Context,
  member: User,
  videoId: number,
  seconds: number,
): Promise<boolean> =>
  retryDeadlock(() => saveProgress(db, member, videoId, { seconds, now: new Date(clock.now()) }));
