import type { WatchedWord } from '#contract/moderation/moderation.ts';
import { audit } from '#server/app/database/audit.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { addWatchedWord, removeWatchedWord } from './watched-terms.store.ts';

/** Throws 409. */
export function createWatchedWord(ctx: Context, admin: User, word: string): Promise<WatchedWord> {
  return transact(ctx.db, async (trx) => {
    const added = await addWatchedWord(trx, word);
    if (!added) throw fail(409, 'WATCHED_ALREADY', 'This word is already being watched.');
    await audit(trx, admin, {
      action: 'word.watch',
      subjectType: 'word',
      subjectId: added.id,
      after: { word: added.word },
    });
    return added;
  });
}

/** Throws 404. */
export async function deleteWatchedWord(ctx: Context, admin: User, id: number): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const word = await removeWatchedWord(trx, id);
    if (word === null) throw fail(404, 'NOT_FOUND', "This word isn't being watched.");
    await audit(trx, admin, {
      action: 'word.unwatch',
      subjectType: 'word',
      subjectId: id,
      before: { word },
    });
  });
}
