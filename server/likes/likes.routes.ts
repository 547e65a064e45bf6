import { likes } from '#contract/likes.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { listLikedComments } from '#server/comments/comments.store.ts';
import { listLikedPosts } from '#server/community/posts.store.ts';
import { listLikedVideos } from '#server/videos/videos.store.ts';

export const likesRoutes: Routes = (route) => {
  route(likes.mine, async ({ ctx: { db }, caller }) => {
    const person = caller.knownPerson();
    if (!person) return { videos: [], comments: [], posts: [] };
    const [videos, comments, posts] = await Promise.all([
      listLikedVideos(db, person),
      listLikedComments(db, person),
      listLikedPosts(db, person),
    ]);
    return { videos, comments, posts };
  });
};
