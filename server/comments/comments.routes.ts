import { comments } from '#contract/comments.ts';
import { looksLikeMember, looksReserved } from '#server/accounts/names.store.ts';
import { type Db, retryDeadlock } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup, LIKES, type Rate } from '#server/app/http/rate-limits.ts';
import { removeComment, writeComment } from './comments.actions.ts';
import { likeComment, listComments } from './comments.store.ts';

const BY_PERSON: Rate = { max: 10, seconds: 60 };
const BY_ADDRESS: Rate = { max: 60, seconds: 60 };

/** A guest may not pass for a member, nor for the site. */
const isForeignName = async (db: Db, name: string): Promise<boolean> =>
  name.toLowerCase() !== 'guest' &&
  ((await looksLikeMember(db, name, null)) || (await looksReserved(db, name)));

const noComment = () => fail(404, 'NOT_FOUND', 'Comment not found');
const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

export const commentsRoutes: Routes = (route) => {
  route(comments.list, async ({ ctx, params, query, caller }) => {
    const page = await listComments(ctx.db, params.id, { ...query, viewer: caller.knownPerson() });
    if (!page) throw noVideo();
    return page;
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
    const comment = await writeComment(
      ctx,
      { videoId: params.id, text: body.text, guestName },
      { user, person, address: caller.address },
    );
    if (!comment) throw noVideo();
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
    const comment = { videoId: params.id, id: params.commentId };
    if (!(await removeComment(ctx, comment, { user, person: caller.knownPerson() }))) throw noComment();
  });
};
