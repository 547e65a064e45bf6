import { MAX_PROFILE_IMAGE } from '#contract/accounts/accounts.ts';
import { TRENDING_VIDEOS, community } from '#contract/community/community.ts';
import { msg } from '#contract/text/message.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { readImage } from '#server/app/http/files/image-upload.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { getFilteredViewer, type User } from '#server/app/http/callers/sessions.ts';
import { listTrendingComments } from '#server/comments/comments.store.ts';
import { like } from '#server/likes/likes.actions.ts';
import { rejectScripts, requireWriter } from '#server/moderation/screening.actions.ts';
import { listVideos } from '#server/videos/videos.store.ts';
import { savePicture } from './post-pictures.actions.ts';
import { removePost, rewritePost, writePost } from './posts.actions.ts';
import { getPost, listPosts, listPostsOf, listReplies } from './lists.store.ts';
import type { Reading } from './posts.rows.ts';
import { isOwnPost } from './posts.store.ts';

const TOO_MANY = msg("You're posting too fast. Please wait a moment.");

const readingOf = (user: User | null): Reading => ({
  viewerId: user?.id ?? null,
  filteredViewer: getFilteredViewer(user),
});

const noPost = () => fail(404, 'NOT_FOUND', 'Post not found');

export const communityRoutes: Routes = (route) => {
  route.cached(community.list, ['community'], ({ ctx, query, user }) =>
    listPosts(ctx.db, { ...query, ...readingOf(user), signedUrls: ctx.signedUrls }),
  );
  route(community.mine, async ({ ctx, query, user }) =>
    listPostsOf(ctx.db, user.id, { ...query, viewerId: user.id, signedUrls: ctx.signedUrls }),
  );

  route.cached(community.replies, ['community'], async ({ ctx, params, query, user }) => {
    const { signedUrls } = ctx;
    const page = await listReplies(ctx.db, params.id, { ...query, ...readingOf(user), signedUrls });
    if (!page) throw noPost();
    return page;
  });

  route.cached(community.get, ['community'], async ({ ctx, params, user }) => {
    const post = await getPost(ctx.db, params.id, { viewer: user, signedUrls: ctx.signedUrls });
    if (!post) throw noPost();
    return post;
  });

  route(community.create, async ({ ctx, body, caller, user, request }) => {
    requireWriter(ctx, user);
    await ctx.rateLimits.require('post', caller.person(), TOO_MANY);
    await ctx.rateLimits.require('post-address', addressGroup(caller.address), TOO_MANY);
    await rejectScripts(ctx, request, { text: body.content, user });
    return writePost(
      ctx,
      { ...body, replyTo: body.replyTo ?? null },
      { user, person: caller.person(), address: caller.address },
    );
  });

  route(community.uploadPicture, async ({ ctx, user, request }) => {
    ctx.rateLimits.require('post-picture', String(user.id));
    return await savePicture(ctx, user.id, await readImage(request, MAX_PROFILE_IMAGE));
  });

  const edit = async ({ ctx, params, body, caller, user, request }: Call<typeof community.edit>) => {
    await rejectScripts(ctx, request, { text: body.content, user });
    const by = { user, person: caller.person(), address: caller.address };
    const post = await rewritePost(ctx, params.id, body.content, by);
    if (post === null) throw noPost();
    if (post === 'late') throw fail(409, 'TOO_LATE', 'Posts can be edited for 15 minutes after posting.');
    return post;
  };
  route(community.edit, edit, async ({ ctx, params, user }) => {
    requireWriter(ctx, user);
    if (!(await isOwnPost(ctx.db, params.id, user.id))) throw noPost();
    return true;
  });

  route(community.remove, async ({ ctx, params, user }) => {
    if (!(await removePost(ctx, params.id, user))) throw noPost();
  });

  route(community.like, async ({ ctx, params, caller, user }) => {
    const state = await like(ctx, { type: 'POST', id: params.id }, { person: caller.person(), viewer: user });
    if (!state) throw noPost();
    return state;
  });

  route.cached(community.trendingVideos, ['videos', 'counts', 'settings'], async ({ ctx, user }) => {
    const query = {
      sort: 'trending',
      limit: TRENDING_VIDEOS,
      filteredViewer: getFilteredViewer(user),
    } as const;
    return (await listVideos(ctx.db, query)).items;
  });

  route.cached(community.trendingComments, ['videos', 'comments'], ({ ctx, user }) =>
    listTrendingComments(ctx.db, getFilteredViewer(user)),
  );
};
