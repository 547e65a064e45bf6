import type { NewPicture, PostThread } from '#contract/community/community.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import { blocked, fail } from '#server/app/http/errors.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { findMentions, noteMentions } from '#server/mentions/mentions.actions.ts';
import { mentionsStranger } from '#server/mentions/mentions.store.ts';
import { moderate } from '#server/moderation/moderate.actions.ts';
import { tellOfWords } from '#server/notifications/tell.actions.ts';
import { reportHeld, screenText } from '#server/moderation/screening.actions.ts';
import { findSubject } from '#server/moderation/subjects.store.ts';
import { moderatedPosts } from './moderated-posts.ts';
import { sweepPostPictures } from './post-pictures.jobs.ts';
import { attachPictures, closePicturesOf } from './post-pictures.store.ts';
import { getPost } from './lists.store.ts';
import { createPost, deletePost, editPost, setPostHeld } from './posts.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

/** What shows posts, and what counts them. */
const CHANGED: CacheTag[] = ['community', 'creators'];

interface Author {
  user: User;
  person: string;
  address: string;
}

/**
 * Publishes a post, or keeps it for a moderator to see first. Throws 429, 404 for a post to answer, 403 for
 * one whose author is blocked either way, and 400 for pictures that aren't there.
 */
export async function writePost(
  ctx: Context,
  { content, pictures, replyTo }: { content: string; pictures: NewPicture[]; replyTo: number | null },
  by: Author,
): Promise<PostThread> {
  const mentions = await findMentions(ctx, content, by);
  const reason = await screenText(ctx, 'POST', content, by, () =>
    mentionsStranger(ctx.db, mentions, { person: by.person, authorId: by.user.id, replyTo }),
  );
  return await transact(ctx.db, async (trx) => {
    const held = reason !== null;
    const postId = await createPost(trx, { authorId: by.user.id, content, held, replyTo });
    if (postId === null) throw fail(404, 'NOT_FOUND', 'Post not found');
    if (postId === 'blocked') throw blocked();
    if (mentions.length > 0) await noteMentions(trx, { post: postId }, mentions);
    if (!(await attachPictures(trx, { postId, authorId: by.user.id, pictures }))) throw picturesGone();
    if (reason) await reportHeld(ctx, trx, { subjectType: 'POST', subjectId: postId, reason });
    else await tellOfWords(ctx, trx, { type: 'POST', id: postId, text: content, isReply: replyTo !== null });
    await (reason ? ctx.cache.dropIn(trx, ...CHANGED) : ctx.cache.refreshIn(trx, ...CHANGED));
    return readBack(ctx, trx, postId, by);
  });
}

/** A post as its author sees it. */
async function readBack(
  { signedUrls }: Context,
  trx: Trx,
  id: number,
  { user }: Author,
): Promise<PostThread> {
  const post = await getPost(trx, id, { viewer: user, signedUrls });
  if (!post) throw new Error('A post came back without its row.');
  return post;
}

const GONE = msg('One of the pictures is gone. Please add it again.');
const picturesGone = () => fail(400, 'INVALID_INPUT', GONE, { fields: { pictures: GONE } });

/** Changes an own post. 'late': the 15 minutes are over; null: no such own post. Throws 429. */
export async function rewritePost(
  ctx: Context,
  id: number,
  content: string,
  by: Author,
): Promise<PostThread | 'late' | null> {
  const mentions = await findMentions(ctx, content, by);
  const reason = await screenText(ctx, 'POST', content, by, () =>
    mentionsStranger(ctx.db, mentions, { person: by.person, authorId: by.user.id, replyTo: id }),
  );
  const post = await transact(ctx.db, async (trx) => {
    const edited = await editPost(trx, id, { authorId: by.user.id, content });
    if (edited !== 'changed') return edited;
    await noteMentions(trx, { post: id }, mentions);
    if (reason) {
      await setPostHeld(trx, id, true);
      await reportHeld(ctx, trx, { subjectType: 'POST', subjectId: id, reason });
    } else await tellOfWords(ctx, trx, { type: 'POST', id, text: content, isReply: false });
    await ctx.cache.dropIn(trx, ...CHANGED);
    return readBack(ctx, trx, id, by);
  });
  return post;
}

/** Deletes an own post. An admin takes away what others wrote as a moderator does. False: there is no such one. */
export async function removePost(ctx: Context, id: number, user: User): Promise<boolean> {
  const own = await transact(ctx.db, async (trx) => {
    const deleted = await deletePost(trx, id, user.id);
    if (!deleted) return false;
    if (await closePicturesOf(trx, id)) await ctx.jobs.send(sweepPostPictures, {}, { trx });
    await ctx.cache.dropIn(trx, ...CHANGED);
    return true;
  });
  if (!own) {
    if (!isAdmin(user) || !(await findSubject(ctx.db, moderatedPosts, id))) return false;
    // it can be brought back, and stands in the audit log
    await moderate(ctx, user, moderatedPosts, id, { action: 'HIDE', reason: null });
  }
  return true;
}
