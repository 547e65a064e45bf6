import { comments } from '#contract/comments.ts';
import { looksLikeMember, looksReserved } from '#server/accounts/names.store.ts';
import type { Context } from '#server/app/context.ts';
import { type Db, retryDeadlock, transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup, LIKES, type Rate } from '#server/app/http/rate-limits.ts';
import { decide } from '#server/moderation/moderate.store.ts';
import { addReport, findSubject } from '#server/moderation/reports.store.ts';
import type { User } from '#server/app/http/sessions.ts';
import { screenText } from '#server/moderation/words.store.ts';
import { deleteComment } from './moderated.store.ts';
import { createComment, likeComment, listComments } from './comments.store.ts';

const BY_PERSON: Rate = { most: 10, seconds: 60 };
const BY_ADDRESS: Rate = { most: 60, seconds: 60 };

/** A guest may not pass for a member, nor for the site. */
const isForeignName = async (db: Db, name: string): Promise<boolean> =>
  name.toLowerCase() !== 'guest' &&
  ((await looksLikeMember(db, name, null)) || (await looksReserved(db, name)));

const noComment = () => fail(404, 'NOT_FOUND', 'Comment not found');
const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

export const commentsRoutes: Routes = (route) => {
  route(comments.list, async ({ ctx, params, query, caller, reply }) => {
    const page = await listComments(ctx.db, params.id, { ...query, viewer: caller.knownPerson() });
    if (!page) throw noVideo();
    if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
    return page.comments;
  });

  route(comments.create, async ({ ctx, params, body, caller, user }) => {
    const guestName = user ? null : (body.authorUsername ?? 'guest');
    if (guestName && (await isForeignName(ctx.db, guestName))) {
      throw fail(
        409,
        'NAME_TAKEN',
        'This name belongs to a member. Please sign in, or choose another name.',
        { fields: { authorUsername: 'This name belongs to a member.' } },
      );
    }
    const person = caller.person();
    ctx.rateLimits.take(
      'comment',
      addressGroup(caller.address),
      BY_ADDRESS,
      'That was a lot of comments at once. Please wait a moment.',
    );
    ctx.rateLimits.take(
      'comment',
      person,
      BY_PERSON,
      'That was a lot of comments at once. Please wait a moment.',
    );
    const reason = await screenText(ctx, 'COMMENT', body.text, { user, person, address: caller.address });
    const comment = await transact(ctx.db, async (trx) => {
      const added = await createComment(trx, {
        videoId: params.id,
        text: body.text,
        person,
        authorId: user?.id ?? null,
        guestName,
        held: reason !== null,
      });
      if (added && reason)
        await addReport(trx, { subjectType: 'COMMENT', subjectId: added.id, reporter: null, reason });
      return added;
    });
    if (!comment) throw noVideo();
    ctx.cache.drop('videos');
    return comment;
  });

  route(comments.like, async ({ ctx, params, caller }) => {
    const person = caller.person();
    ctx.rateLimits.take('like', person, LIKES);
    const state = await retryDeadlock(() => likeComment(ctx.db, params.id, params.commentId, person));
    if (!state) throw noComment();
    ctx.cache.drop('comments');
    return state;
  });

  route(comments.remove, async ({ ctx, params, caller, user }) => {
    const own = await retryDeadlock(() =>
      deleteComment(ctx.db, params.id, params.commentId, caller.knownPerson()),
    );
    if (!own && !(await hideComment(ctx, user, params))) throw noComment();
    ctx.cache.drop('videos');
  });
};

/** An admin takes away what others wrote as a moderator: it can be brought back, and stands in the audit log. */
async function hideComment(
  ctx: Context,
  user: User | null,
  { id, commentId }: { id: number; commentId: number },
): Promise<boolean> {
  if (user?.role !== 'GLOBAL_ADMIN') return false;
  const subject = await findSubject(ctx.db, 'COMMENT', commentId);
  if (subject?.videoId !== id) return false;
  await decide(ctx, user, { action: 'HIDE', type: 'COMMENT', id: commentId, reason: null });
  return true;
}
