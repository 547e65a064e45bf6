import type { Comment } from '#contract/comments.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import type { CacheTag } from '#server/app/http/response-cache.ts';
import type { User } from '#server/app/http/sessions.ts';
import { moderate } from '#server/moderation/moderate.actions.ts';
import { reportHeld, screenText } from '#server/moderation/screening.actions.ts';
import { findSubject } from '#server/moderation/subjects.store.ts';
import { createComment } from './comments.store.ts';
import { moderatedComments } from './moderated-comments.ts';
import { deleteComment } from './visibility.store.ts';
import { isAdmin } from '#server/app/http/roles.ts';

/** What shows comments, and what counts them. */
const CHANGED: CacheTag[] = ['comments', 'counts'];

/** Publishes a comment, or keeps it for a moderator to see first. Null: no such public video. Throws 429. */
export async function writeComment(
  ctx: Context,
  comment: { videoId: number; text: string; guestName: string | null },
  by: { user: User | null; person: string; address: string },
): Promise<Comment | null> {
  const reason = await screenText(ctx, 'COMMENT', comment.text, by);
  const written = await transact(ctx.db, async (trx) => {
    const added = await createComment(trx, {
      ...comment,
      person: by.person,
      authorId: by.user?.id ?? null,
      held: reason !== null,
    });
    if (added && reason) await reportHeld(trx, { subjectType: 'COMMENT', subjectId: added.id, reason });
    if (added) await ctx.cache.publishDrop(trx, CHANGED);
    return added;
  });
  if (written) ctx.cache.dropLocal(...CHANGED);
  return written;
}

/** Deletes an own comment. An admin takes away what others wrote as a moderator does. False: there is no such one. */
export async function removeComment(
  ctx: Context,
  { videoId, id }: { videoId: number; id: number },
  by: { user: User | null; person: string | null },
): Promise<boolean> {
  const own = await transact(ctx.db, async (trx) => {
    const deleted = await deleteComment(trx, videoId, id, by.person);
    if (deleted) await ctx.cache.publishDrop(trx, CHANGED);
    return deleted;
  });
  if (!own) return hideComment(ctx, { videoId, id }, by.user);
  ctx.cache.dropLocal(...CHANGED);
  return true;
}

/** It can be brought back, and stands in the audit log. */
async function hideComment(
  ctx: Context,
  { videoId, id }: { videoId: number; id: number },
  user: User | null,
): Promise<boolean> {
  if (!user || !isAdmin(user)) return false;
  const subject = await findSubject(ctx.db, moderatedComments, id);
  if (subject?.videoId !== videoId) return false;
  await moderate(ctx, user, moderatedComments, id, { action: 'HIDE', reason: null });
  return true;
}
