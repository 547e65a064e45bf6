import { creators } from '#contract/creators.ts';
import { say } from '#contract/text/said.ts';
import { findNewName } from '#server/accounts/names.store.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { listPostsOf } from '#server/community/lists.store.ts';
import {
  areBlocked,
  findCreator,
  listCreators,
  listVideosOf,
  readVideosCursor,
  toCreator,
} from './creators.store.ts';

const POSTS_SHOWN = 20;

const noCreator = () => fail(404, 'NOT_FOUND', 'Creator not found');

/** Whoever has this name, or had it a short while ago: a list that is open goes on after a rename. */
async function findByAnyName(ctx: Context, username: string) {
  const found = await findCreator(ctx.db, username);
  const newName = found ? null : await findNewName(ctx.db, username);
  return found ?? (newName && (await findCreator(ctx.db, newName)));
}

export const creatorsRoutes: Routes = (route) => {
  route.cached(
    creators.list,
    ['creators', 'videos', 'counts'],
    async ({ ctx, query }) => listCreators(ctx.db, query),
    { filtered: async ({ ctx, query, reader }) => listCreators(ctx.db, { ...query, reader }) },
  );

  const get = async (ctx: Context, params: { username: string }, reader: number | null) => {
    const found = await findByAnyName(ctx, params.username);
    if (!found) throw noCreator();
    if (found.username.toLowerCase() !== params.username.toLowerCase()) {
      const location = `/api/creators/${encodeURIComponent(found.username)}`;
      throw fail(301, 'MOVED', say`This person is called ${found.username} now.`, { location });
    }
    const about = { ...toCreator(found), joinedAt: found.created_at.toISOString() };
    if (reader !== null && (await areBlocked(ctx.db, reader, found.id)))
      return {
        ...about,
        bio: null,
        latestThumbnails: [],
        latestVideos: [],
        moreVideos: null,
        latestPosts: [],
      };
    const [{ items: latestVideos, nextCursor: moreVideos }, { items: latestPosts }] = await Promise.all([
      listVideosOf(ctx.db, found.id),
      listPostsOf(ctx.db, found.id, { limit: POSTS_SHOWN, viewerId: null }),
    ]);
    return { ...about, bio: found.bio, latestVideos, moreVideos, latestPosts };
  };
  route.cached(
    creators.get,
    ['creators', 'videos', 'counts', 'community'],
    async ({ ctx, params }) => get(ctx, params, null),
    { filtered: async ({ ctx, params, reader }) => get(ctx, params, reader) },
  );

  type VideosCall = Pick<Call<typeof creators.videos>, 'ctx' | 'params' | 'query'>;
  const videos = async ({ ctx, params, query }: VideosCall, reader: number | null) => {
    const page = { limit: query.limit, after: query.cursor ? readVideosCursor(query.cursor) : undefined };
    const found = await findByAnyName(ctx, params.username);
    if (!found) throw noCreator();
    if (reader !== null && (await areBlocked(ctx.db, reader, found.id))) return [];
    return listVideosOf(ctx.db, found.id, page);
  };
  route.cached(creators.videos, ['creators', 'videos', 'counts'], async (call) => videos(call, null), {
    filtered: async (call) => videos(call, call.reader),
  });
};
