import type { Comment, CommentReply } from '#contract/comments/comments.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { findMentions, noteMentions } from '#server/mentions/mentions.actions.ts';
import { mentionsStranger } from '#server/mentions/mentions.store.ts';
import { moderate } from '#server/moderation/moderate.actions.ts';
import { tellOfWords } from '#server/notifications/tell.actions.ts';
import { reportHeld, screenText } from '#server/moderation/screening.actions.ts';
import { findSubject } from '#server/moderation/subjects.store.ts';
import { getOwn } from './lists.store.ts';
import { moderatedComments } from './moderated-comments.ts';
import { deleteComment, holdForCreator, letThrough, setCommentHeld } from './visibility.store.ts';
import { createComment, editComment, getCommentRules, pinComment, setCommentsOff } from './write.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

/** What shows comments, and what counts them. */
const CHANGED: CacheTag[] = ['comments', 'counts'];

interface Author {
  user: User | null;
  person: string;
  address: string;
}

/**
 * Publishes a comment, or keeps it for a moderator to see first. Null: they see no such video, or no such comment to
 * answer; 'blocked' as createComment. Throws 429.
 */
export async function writeComment(
  ctx: Context,
  comment: { videoId: number; text: string; guestName: string | null; replyTo: number | null },
  by: Author,
): Promise<Comment | 'blocked' | null> {
  const authorId = by.user?.id ?? null;
  const mentions = await findMentions(ctx, comment.text, by);
  const reason = await screenText(ctx, 'COMMENT', comment.text, by, () =>
    mentionsStranger(ctx.db, mentions, { ...comment, person: by.person, authorId }),
  );
  const written = await transact(ctx.db, async (trx) => {
    const id = await createComment(trx, {
      ...comment,
      person: by.person,
      authorId,
      viewer: by.user,
      held: reason !== null,
    });
    if (id === null || id === 'blocked') return id;
    if (mentions.length > 0) await noteMentions(trx, { comment: id }, mentions);
    if (reason) await reportHeld(ctx, trx, { subjectType: 'COMMENT', subjectId: id, reason });
    else
      await tellOfWords(ctx, trx, {
        type: 'COMMENT',
        id,
        text: comment.text,
        isReply: comment.replyTo !== null,
      });
    await (reason ? ctx.cache.dropIn(trx, ...CHANGED) : ctx.cache.refreshIn(trx, ...CHANGED));
    return readBack(trx, id, by);
  });
  if (written === null || written === 'blocked') return written;
  return { ...written, pinned: false, replies: [] };
}

/** A comment as its author sees it. */
async function readBack(
  trx: Trx,
  id: number,
  { user, person }: Omit<Author, 'address'>,
): Promise<CommentReply> {
  const comment = await getOwn(trx, id, { user, person });
  if (!comment) throw new Error('A comment came back without its row.');
  return comment;
}

/** Changes an own comment. 'late': its 15 minutes are over; null: no such own one. Throws 429. */
export async function rewriteComment(
  ctx: Context,
  { videoId, id, text }: { videoId: number; id: number; text: string },
  by: Author,
): Promise<CommentReply | 'late' | null> {
  const mentions = await findMentions(ctx, text, by);
  const writing = { person: by.person, authorId: by.user?.id ?? null, videoId, replyTo: id };
  const reason = await screenText(ctx, 'COMMENT', text, by, () =>
    mentionsStranger(ctx.db, mentions, writing),
  );
  const written = await transact(ctx.db, async (trx) => {
    const edited = await editComment(trx, { videoId, id }, { person: by.person, text });
    if (edited !== 'changed') return edited;
    await noteMentions(trx, { comment: id }, mentions);
    if (reason) {
      await setCommentHeld(trx, id, true);
      await reportHeld(ctx, trx, { subjectType: 'COMMENT', subjectId: id, reason });
    } else if (isAdmin(by.user) || !(await holdForCreator(trx, id)))
      await tellOfWords(ctx, trx, { type: 'COMMENT', id, text, isReply: false });
    await ctx.cache.dropIn(trx, ...CHANGED);
    return readBack(trx, id, by);
  });
  return written;
}

/** Throws 404 where they see no such video, and 403 where it is somebody else's. Gives who acts as an admin, not for themselves. */
export async function requireOwnVideo(ctx: Context, videoId: number, user: User): Promise<User | null> {
  const rules = await getCommentRules(ctx.db, videoId, user);
  if (!rules) throw fail(404, 'NOT_FOUND', 'Video not found');
  if (rules.uploaderId !== user.id && !isAdmin(user))
    throw fail(403, 'FORBIDDEN', 'Only who uploaded this video and admins can do this.');
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
    if (!(await letThrough(trx, videoId, id))) return null;
    if (admin) await audit(trx, admin, { action: 'comment.approve', subjectType: 'comment', subjectId: id });
    await ctx.cache.dropIn(trx, ...CHANGED);
    return readBack(trx, id, { user, person: `u${user.id}` });
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

/** Whether nobody may comment on this video any more; null: `user` sees no such video. */
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
