import { accounts } from '#contract/accounts/accounts.ts';
import { comments } from '#contract/comments/comments.ts';
import { studio } from '#contract/submissions/studio.ts';
import { msg } from '#contract/text/message.ts';
import { isForeignName } from '#server/accounts/names.store.ts';
import { blocked, fail } from '#server/app/http/errors.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { getFilteredViewer, type User } from '#server/app/http/callers/sessions.ts';
import { like } from '#server/likes/likes.actions.ts';
import { rejectScripts, requireWriter } from '#server/moderation/screening.actions.ts';
import {
  approveComment,
  areCommentsOff,
  pin,
  removeComment,
  requireOwnVideo,
  rewriteComment,
  switchComments,
  writeComment,
} from './comments.actions.ts';
import type { Reading } from './comments.rows.ts';
import { isOwnComment } from './write.store.ts';
import { listInbox } from './inbox.store.ts';
import { getThread, listComments, listCommentsOf, listReplies, listRepliesTo } from './lists.store.ts';

const TOO_MANY = msg("You're commenting too fast. Please wait a moment.");

const noComment = () => fail(404, 'NOT_FOUND', 'Comment not found');
const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

const readingOf = (user: User | null, viewer: string | null): Reading => ({
  user,
  viewer,
  filteredViewer: getFilteredViewer(user),
});

export const commentsRoutes: Routes = (route) => {
  route.cached(comments.list, ['videos', 'comments'], async ({ ctx, params, query, user, person }) => {
    const page = await listComments(ctx.db, params.id, { ...query, ...readingOf(user, person) });
    if (!page) throw noVideo();
    return page;
  });

  route.cached(comments.replies, ['videos', 'comments'], async ({ ctx, params, query, user, person }) => {
    const ids = { videoId: params.id, commentId: params.commentId };
    const page = await listReplies(ctx.db, ids, { ...query, ...readingOf(user, person) });
    if (!page) throw noComment();
    return page;
  });

  route(comments.get, async ({ ctx, params, caller }) => {
    const ids = { videoId: params.id, commentId: params.commentId };
    const thread = await getThread(ctx.db, ids, readingOf(caller.user, caller.knownPerson()));
    if (!thread) throw noComment();
    return thread;
  });

  const create = async ({ ctx, params, body, caller, user, request }: Call<typeof comments.create>) => {
    const guestName = user ? null : (body.authorUsername ?? 'guest');
    if (guestName && guestName.toLowerCase() !== 'guest' && (await isForeignName(ctx.db, guestName, null))) {
      throw fail(
        409,
        'NAME_TAKEN',
        'This name belongs to a member. Please sign in, or choose another name.',
        { fields: { authorUsername: 'This name belongs to a member.' } },
      );
    }
    await rejectScripts(ctx, request, { text: body.text, user });
    const comment = await writeComment(
      ctx,
      { videoId: params.id, text: body.text, guestName, replyTo: body.replyTo ?? null },
      { user, person: caller.person(), address: caller.address },
    );
    if (!comment) throw body.replyTo ? noComment() : noVideo();
    if (comment === 'blocked') throw blocked();
    return comment;
  };
  route(comments.create, create, async ({ ctx, params, caller, user }) => {
    // the person first: one member over the limit uses up nothing of their network's
    await ctx.rateLimits.require('comment', caller.person(), TOO_MANY);
    await ctx.rateLimits.require('comment-address', addressGroup(caller.address), TOO_MANY);
    if (!user && !ctx.settings.owner.community.guestComments)
      throw fail(403, 'MEMBERS_ONLY', 'Please sign in to comment.');
    requireWriter(ctx, user);
    const areOff = await areCommentsOff(ctx, params.id, user);
    if (areOff === null) throw noVideo();
    if (areOff) throw fail(403, 'COMMENTS_OFF', 'Comments are closed on this video.');
    return true;
  });

  const edit = async ({ ctx, params, body, caller, user, request }: Call<typeof comments.edit>) => {
    const person = caller.person();
    await rejectScripts(ctx, request, { text: body.text, user });
    const comment = { videoId: params.id, id: params.commentId, text: body.text };
    const written = await rewriteComment(ctx, comment, { user, person, address: caller.address });
    if (!written) throw noComment();
    if (written === 'late')
      throw fail(409, 'TOO_LATE', 'Comments can be edited for 15 minutes after posting.');
    return written;
  };
  route(comments.edit, edit, async ({ ctx, params, caller, user }) => {
    const person = caller.knownPerson();
    if (!person) throw noComment();
    await ctx.rateLimits.require('comment', person, TOO_MANY);
    requireWriter(ctx, user);
    if (!(await isOwnComment(ctx.db, { videoId: params.id, id: params.commentId }, person)))
      throw noComment();
    return true;
  });

  route(comments.pin, async ({ ctx, params, user }) => {
    if (!(await pin(ctx, { videoId: params.id, id: params.commentId }, true, user))) throw noComment();
  });

  route(comments.unpin, async ({ ctx, params, user }) => {
    if (!(await pin(ctx, { videoId: params.id, id: params.commentId }, false, user))) throw noComment();
  });

  route(comments.approve, async ({ ctx, params, user }) => {
    const comment = await approveComment(ctx, { videoId: params.id, id: params.commentId }, user);
    if (!comment) throw noComment();
    return comment;
  });

  route(
    comments.switchOff,
    async ({ ctx, params, body, user }) => {
      await switchComments(ctx, { videoId: params.id, ...body }, user);
      return body;
    },
    async ({ ctx, params, user }) => {
      await requireOwnVideo(ctx, params.id, user);
      return true;
    },
  );

  route(comments.toMe, async ({ ctx, query, caller }) => {
    const person = caller.knownPerson();
    if (!person) return [];
    const { user } = caller;
    return listRepliesTo(
      ctx.db,
      { person, userId: user?.id ?? null, filteredViewer: getFilteredViewer(user) },
      query,
    );
  });

  route(studio.inbox, async ({ ctx, user, query }) => listInbox(ctx.db, ctx.signedUrls, user.id, query));

  route(accounts.comments, async ({ ctx, user, query }) => listCommentsOf(ctx.db, user, query.cursor));

  route(comments.like, async ({ ctx, params, caller, user }) => {
    const state = await like(
      ctx,
      { type: 'COMMENT', id: params.commentId, videoId: params.id },
      { person: caller.person(), viewer: user },
    );
    if (!state) throw noComment();
    return state;
  });

  route(comments.remove, async ({ ctx, params, caller, user }) => {
    const comment = { videoId: params.id, id: params.commentId };
    if (!(await removeComment(ctx, comment, { user, person: caller.knownPerson() }))) throw noComment();
  });
};
