import { TRENDING_VIDEOS, community } from '#contract/community.ts';
import type { Context } from '#server/app/context.ts';
import { retryDeadlock, transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup, LIKES, type Rate } from '#server/app/http/rate-limits.ts';
import { listTrendingComments } from '#server/comments/comments.store.ts';
import { decide } from '#server/moderation/moderate.store.ts';
import { addReport, findSubject } from '#server/moderation/reports.store.ts';
import { screenText } from '#server/moderation/words.store.ts';
import { listVideos } from '#server/videos/videos.store.ts';
import { createPost, deletePost, editPost, likePost, listPosts } from './posts.store.ts';

const BY_PERSON: Rate = { most: 10, seconds: 60 };
const BY_ADDRESS: Rate = { most: 60, seconds: 60 };
const TOO_MANY = 'That was a lot of posts at once. Please wait a moment.';

const noPost = () => fail(404, 'NOT_FOUND', 'Post not found');

/** What shows posts, and what counts them. */
function dropPosts(ctx: Context): void {
  ctx.cache.drop('community');
  ctx.cache.drop('creators');
}

export const communityRoutes: Routes = (route) => {
  route(community.list, async ({ ctx, query, user, reply }) => {
    const page = await listPosts(ctx.db, { ...query, viewerId: user?.id ?? null });
    if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
    return page.posts;
  });

  route(community.mine, async ({ ctx, query, user, reply }) => {
    const page = await listPosts(ctx.db, { ...query, viewerId: user.id, authorId: user.id });
    if (page.nextCursor) reply.header('x-next-cursor', page.nextCursor);
    return page.posts;
  });

  route(community.create, async ({ ctx, body, caller, user }) => {
    ctx.rateLimits.take('post', addressGroup(caller.address), BY_ADDRESS, TOO_MANY);
    ctx.rateLimits.take('post', caller.person(), BY_PERSON, TOO_MANY);
    const reason = await screenText(ctx, 'POST', body.content, {
      user,
      person: caller.person(),
      address: caller.address,
    });
    const post = await transact(ctx.db, async (trx) => {
      const added = await createPost(trx, {
        authorId: user.id,
        content: body.content,
        held: reason !== null,
      });
      if (reason) await addReport(trx, { subjectType: 'POST', subjectId: added.id, reporter: null, reason });
      return added;
    });
    dropPosts(ctx);
    return post;
  });

  route(community.edit, async ({ ctx, params, body, caller, user }) => {
    const reason = await screenText(ctx, 'POST', body.content, {
      user,
      person: caller.person(),
      address: caller.address,
    });
    const edited = await transact(ctx.db, async (trx) => {
      const post = await editPost(trx, params.id, {
        authorId: user.id,
        content: body.content,
        held: reason !== null,
      });
      if (post === null) throw noPost();
      if (post === 'late') throw fail(409, 'TOO_LATE', 'A post can be changed in its first 15 minutes only.');
      if (reason) await addReport(trx, { subjectType: 'POST', subjectId: post.id, reporter: null, reason });
      return post;
    });
    dropPosts(ctx);
    return edited;
  });

  route(community.remove, async ({ ctx, params, user }) => {
    if (!(await deletePost(ctx.db, params.id, user.id))) {
      if (user.role !== 'GLOBAL_ADMIN' || !(await findSubject(ctx.db, 'POST', params.id))) throw noPost();
      // what others wrote is taken away as a moderator does it: it can be brought back
      await decide(ctx, user, { action: 'HIDE', type: 'POST', id: params.id, reason: null });
    }
    dropPosts(ctx);
  });

  route(community.like, async ({ ctx, params, caller }) => {
    const person = caller.person();
    ctx.rateLimits.take('like', person, LIKES);
    const state = await retryDeadlock(() => likePost(ctx.db, params.id, person));
    if (!state) throw noPost();
    ctx.cache.drop('community');
    return state;
  });

  route.cached(
    community.trendingVideos,
    ['videos'],
    async ({ ctx }) =>
      (await listVideos(ctx.db, { sort: 'trending', limit: TRENDING_VIDEOS, q: null })).videos,
  );

  route.cached(community.trendingComments, ['videos', 'comments'], async ({ ctx }) =>
    listTrendingComments(ctx.db),
  );
};
