import type { QueryOf } from '#contract/endpoint.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE, videos, type Video } from '#contract/videos/videos.ts';
import type { Db } from '#server/app/database/database.ts';
import { mediaUrl } from '#server/app/http/files/media-url.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { Page } from '#server/app/http/page.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import type { CacheTag } from '#server/app/http/caching/response-cache.ts';
import { getFilteredViewer } from '#server/app/http/callers/sessions.ts';
import { like } from '#server/likes/likes.actions.ts';
import { runSearch } from '#server/search/search.actions.ts';
import { fileNameOf } from './media.routes.ts';
import { findDownload, getVideo, listVideos, listVideosByIds } from './videos.store.ts';
import { recordProgress, recordView } from './views.actions.ts';
import { readOrigin } from './origin.rules.ts';
import { fail } from '#server/app/http/errors.ts';
import { guardVideo } from '#server/app/http/guards.ts';
import { followerOf } from './following.ts';

type ListQuery = QueryOf<typeof videos.list>;

const isSearch = ({ q }: ListQuery): boolean => Boolean(q?.trim());

async function searchVideos(
  db: Db,
  { q, sort, category, tag, cursor, orientation, limit = PAGE_SIZE }: ListQuery,
  filteredViewer: number | null = null,
): Promise<Page<Video>> {
  const { kinds } = await runSearch(db, {
    q: q ?? '',
    kinds: ['videos'],
    sort: sort === 'new' || sort === 'top' ? sort : 'relevance',
    category,
    tag,
    orientation,
    limit: Math.min(limit, MAX_PAGE_SIZE),
    cursor,
  });
  const { ids = [], nextCursor = null } = kinds.videos ?? {};
  return new Page(await listVideosByIds(db, ids, filteredViewer), nextCursor);
}

const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

export const videosRoutes: Routes = (route) => {
  const listTags: CacheTag[] = ['videos', 'counts', 'search', 'settings'];
  route.cached(videos.list, listTags, async ({ ctx, query, user, address }) => {
    requireCategory(ctx, 'videos', query.category);
    const filteredViewer = getFilteredViewer(user);
    if (isSearch(query)) {
      if (address) ctx.rateLimits.require('search', addressGroup(address));
      return searchVideos(ctx.db, query, filteredViewer);
    }
    return listVideos(ctx.db, { ...query, ...followerOf(query, user), filteredViewer });
  });

  route.cached(videos.get, ['videos', 'counts', 'settings'], async ({ ctx, params, user }) => {
    const video = await getVideo(ctx.db, params.id, user, ctx.signedUrls);
    if (!video) throw noVideo();
    return { ...video, commentsOff: video.commentsOff ?? ctx.settings.owner.community.commentsOff };
  });

  route(videos.download, async ({ ctx, params, user, reply }) => {
    const found = await findDownload(ctx.db, params.id, user);
    if (!found) throw noVideo();
    if (found.key === null) throw fail(403, 'NOT_DOWNLOADABLE', "This video can't be downloaded.");
    const address = found.isOpen ? mediaUrl(found.key) : ctx.signedUrls.url(found.key);
    const disposition = `attachment; filename="${fileNameOf(found.key) ?? 'video.mp4'}"`;
    return reply
      .headers({ 'content-disposition': disposition, 'cache-control': 'no-store' })
      .redirect(`${address}?download`, 307);
  });

  route(videos.like, async ({ ctx, params, caller, user }) => {
    const state = await like(
      ctx,
      { type: 'VIDEO', id: params.id },
      { person: caller.person(), viewer: user },
    );
    if (!state) throw noVideo();
    return state;
  });

  const view = async ({ ctx, params, body, caller, user, request }: Call<typeof videos.view>) => {
    const person = body?.source === 'EMBED' ? ctx.visitors.cookieless(request) : caller.person();
    ctx.rateLimits.require('view', person);
    const origin = readOrigin(body ?? {}, new URL(ctx.settings.PUBLIC_URL).host);
    const views = await recordView(ctx, params.id, { person, viewer: user, origin });
    if (views === null) throw noVideo();
    return { views };
  };
  route(videos.view, view, guardVideo(noVideo));

  const progress = async ({ ctx, params, body, caller, user, request }: Call<typeof videos.progress>) => {
    if (body.source === 'EMBED') ctx.rateLimits.require('progress-embedded', addressGroup(request.ip));
    else ctx.rateLimits.require('progress', caller.person());
    if (!(await recordProgress(ctx, params.id, user, body))) throw noVideo();
  };
  route(videos.progress, progress, guardVideo(noVideo));
};
