import type { Comment, CommentReply } from '#contract/comments/comments.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { moderate } from '#server/moderation/moderate.actions.ts';
import { findSubject } from '#server/moderation/subjects.store.ts';
import { publish, rewrite, type Author, type Thread } from '#server/threads/threads.actions.ts';
import { getOwn } from './lists.store.ts';
import { moderatedComments } from './moderated-comments.ts';
import {
  deleteComment,
  setPendingForCreator,
  approveForCreator,
  setCommentPending,
} from './visibility.store.ts';
import { createComment, editComment, getCommentRules, pinComment, setCommentsOff } from './write.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

/** What shows comments, and what counts them. */
const CHANGED: CacheTag[] = ['comments', 'counts'];

const COMMENTS: Thread<CommentReply> = {
  type: 'COMMENT',
  tags: CHANGED,
  readBack: (_ctx, trx, id, by) => getOwn(trx, id, by),
  hold: (trx, id) => setCommentPending(trx, id, true),
};

/**
 * Publishes a comment, or has a moderator see it first. Null: they see no such video, or no such comment to answer;
 * 'blocked' as createComment. Throws 429.
 */
export async function writeComment(
  ctx: Context,
  comment: { videoId: number; text: string; guestName: string | null; replyTo: number | null },
  by: Author,
): Promise<Comment | 'blocked' | null> {
  const author = { person: by.person, authorId: by.user?.id ?? null, viewer: by.user };
  const { videoId, text, replyTo } = comment;
  const written = await publish(ctx, COMMENTS, { videoId, text, replyTo }, by, (trx, pending) =>
    createComment(trx, { ...comment, ...author, pending }),
  );
  if (written === null || written === 'blocked') return written;
  return { ...written, pinned: false, replies: [] };
}

/** Changes an own comment. 'late': its 15 minutes are over; null: no such own one. Throws 429. */
export const rewriteComment = (
  ctx: Context,
  comment: { videoId: number; id: number; text: string },
  by: Author,
): Promise<CommentReply | 'late' | null> =>
  rewrite(ctx, COMMENTS, comment, by, {
    edit: (trx) => editComment(trx, comment, { person: by.person, text: comment.text }),
    mustWait: async (trx) => !isAdmin(by.user) && (await setPendingForCreator(trx, comment.id)),
  });

/** Throws 404 if they can't see the video, and 403 if it isn't theirs. Returns the admin if they act as one. */
export async function requireOwnVideo(ctx: Context, videoId: number, user: User): Promise<User | null> {
  const rules = await getCommentRules(ctx.db, videoId, user);
  if (!rules) throw fail(404, 'NOT_FOUND', 'Video not found');
  if (rules.uploaderId !== user.id && !isAdmin(user))
    throw fail(403, 'FORBIDDEN', 'Only the uploader and admins can do this.');
  return rules.uploaderId === user.id ? null : user;
}

/** As the video's creator or an admin. False: no such comment. */
export async function pin(
  ctx: Context,
  comment: { videoId: number; id: number },
  pinned: boolean,
  user: User,
): Promise<boolean> {
  const admin = await requireOwnVideo(ctx, comment.videoId, user);
  return await transact(ctx.db, async (trx) => {
    const isThere = await pinComment(trx, comment, pinned);
    const action = pinned ? 'comment.pin' : 'comment.unpin';
    if (isThere && admin) await audit(trx, admin, { action, subjectType: 'comment', subjectId: comment.id });
    if (isThere) await ctx.cache.dropIn(trx, 'comments');
    return isThere;
  });
}

/** Lets a comment through, as the video's creator or an admin. Null: none waits for that. */
export async function approveComment(
  ctx: Context,
  { videoId, id }: { videoId: number; id: number },
  user: User,
): Promise<CommentReply | null> {
  const admin = await requireOwnVideo(ctx, videoId, user);
  const comment = await transact(ctx.db, async (trx) => {
    if (!(await approveForCreator(trx, videoId, id))) return null;
    if (admin) await audit(trx, admin, { action: 'comment.approve', subjectType: 'comment', subjectId: id });
    await ctx.cache.dropIn(trx, ...CHANGED);
    return getOwn(trx, id, { user, person: `u${user.id}` });
  });
  return comment;
}

/** As the video's creator or an admin. */
export async function switchComments(
  ctx: Context,
  { videoId, commentsOff }: { videoId: number; commentsOff: boolean },
  user: User,
): Promise<void> {
  const admin = await requireOwnVideo(ctx, videoId, user);
  await transact(ctx.db, async (trx) => {
    await setCommentsOff(trx, videoId, commentsOff);
    const action = commentsOff ? 'video.comments-off' : 'video.comments-on';
    if (admin) await audit(trx, admin, { action, subjectType: 'video', subjectId: videoId });
    await ctx.cache.dropIn(trx, 'videos');
  });
}

/** Whether comments are turned off for this video; null: `user` can't see it. */
export async function areCommentsOff(
  ctx: Context,
  videoId: number,
  user: User | null,
): Promise<boolean | null> {
  const rules = await getCommentRules(ctx.db, videoId, user);
  return rules && (rules.commentsOff ?? ctx.settings.owner.community.commentsOff);
}

/** Deletes an own comment. An admin takes away what others wrote as a moderator does. False: there is no such one. */
export async function removeComment(
  ctx: Context,
  { videoId, id }: { videoId: number; id: number },
  by: { user: User | null; person: string | null },
): Promise<boolean> {
  const own = await transact(ctx.db, async (trx) => {
    const deleted = await deleteComment(trx, videoId, id, by.person);
    if (deleted) await ctx.cache.dropIn(trx, ...CHANGED);
    return deleted;
  });
  if (!own) return hideComment(ctx, { videoId, id }, by.user);
  return true;
}

/** Can be undone, and is recorded in the audit log. */
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
