import { comments } from '#contract/comments.ts';
import { fail } from '#server/app/errors.ts';
import type { Routes } from '#server/app/handle.ts';
import { addressGroup, type Rate } from '#server/app/limits.ts';
import { createComment, isRegisteredName, likeComment, listComments } from './comments.store.ts';

const BY_PERSON: Rate = { most: 10, seconds: 60 };
const BY_ADDRESS: Rate = { most: 60, seconds: 60 };

const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

export const commentsRoutes: Routes = (route) => {
  route(comments.list, async ({ ctx, params, query, reply }) => {
    const page = await listComments(ctx.db, params.id, query);
    if (!page) throw noVideo();
    if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
    return page.comments;
  });

  route(comments.create, async ({ ctx, params, body, caller, user }) => {
    const guestName = user ? null : body.authorUsername ?? 'guest';
    if (guestName && await isRegisteredName(ctx.db, guestName)) {
      throw fail(409, 'NAME_TAKEN', 'This name belongs to a member. Please sign in, or choose another name.', { fields: { authorUsername: 'This name belongs to a member.' } });
    }
    const person = caller.person();
    ctx.limits.take('comment', addressGroup(caller.address), BY_ADDRESS, 'That was a lot of comments at once. Please wait a moment.');
    ctx.limits.take('comment', person, BY_PERSON, 'That was a lot of comments at once. Please wait a moment.');
    const comment = await createComment(ctx.db, { videoId: params.id, text: body.text, person, authorId: user?.id ?? null, guestName });
    if (!comment) throw noVideo();
    ctx.cache.drop('videos');
    return comment;
  });

  route(comments.like, async ({ ctx, params, caller }) => {
    const state = await likeComment(ctx.db, params.id, params.commentId, caller.person());
    if (!state) throw fail(404, 'NOT_FOUND', 'Comment not found');
    return state;
  });
};
