import type { NewPicture, PostThread } from '#contract/community/community.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { transact } from '#server/app/database/database.ts';
import { blocked, fail } from '#server/app/http/errors.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { moderate } from '#server/moderation/moderate.actions.ts';
import { findSubject } from '#server/moderation/subjects.store.ts';
import { moderatedPosts } from './moderated-posts.ts';
import { sweepPostPictures } from './post-pictures.jobs.ts';
import { attachPictures, closePicturesOf } from './post-pictures.store.ts';
import { publish, rewrite, type Author, type Thread } from '#server/threads/threads.actions.ts';
import { tagPost } from '#server/tags/tags.actions.ts';
import { getPost } from './lists.store.ts';
import { createPost, deletePost, editPost, setPostPending } from './posts.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

/** What shows posts, and what counts them. */
const CHANGED: CacheTag[] = ['community', 'creators'];

const POSTS: Thread<PostThread> = {
  type: 'POST',
  tags: CHANGED,
  readBack: ({ signedUrls }, trx, id, { user }) => getPost(trx, id, { viewer: user, signedUrls }),
  hold: (trx, id) => setPostPending(trx, id, true),
};

/**
 * Publishes a post, or has a moderator see it first. Throws 429, 404 for a post to answer, 403 for one whose author is
 * blocked either way, and 400 for pictures that aren't there.
 */
export async function writePost(
  ctx: Context,
  { content, pictures, replyTo }: { content: string; pictures: NewPicture[]; replyTo: number | null },
  by: Author<User>,
): Promise<PostThread> {
  const authorId = by.user.id;
  const post = await publish(ctx, POSTS, { text: content, replyTo }, by, async (trx, pending) => {
    const postId = await createPost(trx, { authorId, content, pending, replyTo });
    if (typeof postId === 'number' && !(await attachPictures(trx, { postId, authorId, pictures })))
      throw picturesNotFound();
    if (typeof postId === 'number') await tagPost(trx, postId, content);
    return postId;
  });
  if (post === null) throw fail(404, 'NOT_FOUND', 'Post not found');
  if (post === 'blocked') throw blocked();
  return post;
}

const PICTURE_MISSING = msg('One of the pictures is no longer available. Please add it again.');
const picturesNotFound = () =>
  fail(400, 'INVALID_INPUT', PICTURE_MISSING, { fields: { pictures: PICTURE_MISSING } });

/** Changes an own post. 'late': the 15 minutes are over; null: no such own post. Throws 429. */
export const rewritePost = (
  ctx: Context,
  id: number,
  content: string,
  by: Author<User>,
): Promise<PostThread | 'late' | null> =>
  rewrite(ctx, POSTS, { id, text: content }, by, {
    edit: async (trx) => {
      const edited = await editPost(trx, id, { authorId: by.user.id, content });
      if (edited === 'changed') await tagPost(trx, id, content);
      return edited;
    },
  });

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
    // it can be restored, and appears in the audit log
    await moderate(ctx, user, moderatedPosts, id, { action: 'HIDE', reason: null });
  }
  return true;
}
