import { playlists } from '#contract/lists/playlists.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { saveVideos } from './lists.actions.ts';
import { dropFromLater, listWatchLater, listWatchLaterIds } from './watch-later.store.ts';

export const watchLaterRoutes: Routes = (route) => {
  route(playlists.watchLater, async ({ ctx, user, query }) =>
    listWatchLater(ctx.db, ctx.signedUrls, user, query),
  );

  route(playlists.watchLaterIds, async ({ ctx, user }) => listWatchLaterIds(ctx.db, user));

  route(playlists.keepForLater, async ({ ctx, user, params }) => {
    ctx.rateLimits.require('playlist-change', String(user.id));
    const saved = await saveVideos(ctx, user, [params.videoId]);
    if (saved === 'not-there') throw fail(404, 'NOT_FOUND', 'Video not found');
    if (saved === 'full')
      throw fail(
        409,
        'TOO_MANY',
        "You've reached the limit for Watch later. Please remove some videos first.",
      );
  });

  route(playlists.dropFromLater, async ({ ctx, user, params }) =>
    dropFromLater(ctx.db, user.id, params.videoId),
  );

  route(playlists.joinLater, async ({ ctx, user, body }) => {
    ctx.rateLimits.require('playlist', String(user.id));
    await saveVideos(ctx, user, [...new Set(body.videoIds)]);
  });
};
