import { givenReason } from '#contract/submissions/reject-reasons.ts';
import { curation, type CuratedVideoAnswer } from '#contract/curation/curation.ts';
import { msg } from '#contract/text/message.ts';
import { ImportError } from '#server/adapters/video-import/video-import.ts';
import type { Context } from '#server/app/context.ts';
import { fail, type HttpError } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { Page, takeItems } from '#server/app/http/page.ts';
import { archiveVideo, deleteVideo, restoreVideo } from './archive.actions.ts';
import { listArchived } from './archive.store.ts';
import { findCandidates } from './candidates.actions.ts';
import { arrangeFeatured, flagVideo, reviewImported, type ImportMove } from './curation.actions.ts';
import { rotation, videoImport } from './curation.jobs.ts';
import {
  getCurated,
  listFlagged,
  listImported,
  listImportedByCategory,
  listRecentImports,
} from './curation.store.ts';
import { addImported, importFromYoutube } from './imports.actions.ts';
import { findBySource } from './imports.store.ts';
import { reloadRotation } from './rotation.actions.ts';

const noVideo = () => fail(404, 'NOT_FOUND', 'Video not found');

const isVideo = guardExisting('videos', noVideo);

/** Public lists have changed: invalidates them and the rotation. */
async function changed<T>(ctx: Context, result: T | null): Promise<T> {
  if (result === null) throw noVideo();
  ctx.cache.drop('videos');
  await ctx.jobs.send(rotation, {}, { singletonKey: 'rotation' });
  return result;
}

export const curationRoutes: Routes = (route) => {
  route(curation.trending, async ({ ctx }) => listFlagged(ctx, 'trending'));
  route(curation.featured, async ({ ctx }) => listFlagged(ctx, 'featured'));
  route(curation.recentImports, async ({ ctx, query }) =>
    listRecentImports(ctx, ctx.clock.now(), query.cursor),
  );
  route(curation.candidates, async ({ ctx, query }) => {
    requireCategory(ctx, 'videos', query.category);
    return findCandidates(ctx, query);
  });

  const setFeatured = async ({ ctx, params, body, user }: Call<typeof curation.setFeatured>) =>
    changed(ctx, await flagVideo(ctx, user, params.videoId, 'featured', body.featured));
  const setTrending = async ({ ctx, params, body, user }: Call<typeof curation.setTrending>) =>
    changed(ctx, await flagVideo(ctx, user, params.videoId, 'trending', body.trending));
  route(curation.setFeatured, setFeatured, isVideo);
  route(curation.setTrending, setTrending, isVideo);
  route(curation.orderFeatured, async ({ ctx, body, user }) => {
    await arrangeFeatured(ctx, user, body.ids);
    return changed(ctx, await listFlagged(ctx, 'featured'));
  });
  route(curation.reloadRotation, async ({ ctx, user }) => {
    const videos = await reloadRotation(ctx, user);
    return { videos, reloadedAt: new Date(ctx.clock.now()).toISOString() };
  });

  const review =
    (move: ImportMove) =>
    async ({
      ctx,
      params,
      user,
    }: {
      ctx: Context;
      params: { id: number };
      user: Parameters<typeof reviewImported>[1];
    }) =>
      changed(ctx, await reviewImported(ctx, user, params.id, move));
  route(curation.imported, async ({ ctx, query, reply }) => {
    const { videos: categories } = ctx.settings.owner.categories;
    const { category, cursor } = query;
    if (category === undefined) return listImportedByCategory(ctx, categories);
    requireCategory(ctx, 'videos', category);
    const items = takeItems(await listImported(ctx, category, cursor), reply);
    return Object.fromEntries(categories.map((each) => [each, each === category ? items : []]));
  });
  route(curation.approveImported, review('approve'));
  route(curation.unapproveImported, review('unapprove'));
  route(curation.rejectImported, review('reject'));

  route(curation.importState, async ({ ctx }) => ({ youtube: videoImport(ctx.settings).configured }));
  route(curation.importYoutube, async ({ ctx, body, user }) => {
    requireCategory(ctx, 'videos', body.category);
    const source = videoImport(ctx.settings);
    return orFail(importFromYoutube({ db: ctx.db, jobs: ctx.jobs, source }, user, body.category, body.limit));
  });
  route(curation.importLink, async ({ ctx, body, user }) => {
    requireCategory(ctx, 'videos', body.category);
    const found = await orFail(videoImport(ctx.settings).byLink(body.url, body.title));
    const [id] = await addImported(ctx, user, body.category, [found]);
    if (id !== undefined) return getCurated(ctx.db, ctx.signedUrls, id);
    const there = await findBySource(ctx, found.platform, found.id);
    throw fail(
      409,
      'IMPORTED_ALREADY',
      there?.archivedAt
        ? msg`This video has already been imported and is in the archive: ${there.title}`
        : msg`This video has already been imported: ${there?.title ?? found.title}`,
    );
  });

  route(curation.archive, async ({ ctx, query, reply }) => {
    const listGroup = async (group: 'user' | 'external') =>
      query.group && query.group !== group
        ? new Page<CuratedVideoAnswer>([])
        : listArchived(ctx, group, query.group && query.cursor);
    const [user, external] = await Promise.all([listGroup('user'), listGroup('external')]);
    if (query.group) takeItems(query.group === 'user' ? user : external, reply);
    return { user: user.items, external: external.items };
  });
  route(curation.restoreArchived, async ({ ctx, params, user }) =>
    changed(ctx, await restoreVideo(ctx, user, params.id)),
  );
  route(curation.restore, async ({ ctx, params, user }) =>
    changed(ctx, await restoreVideo(ctx, user, params.id)),
  );
  const softDelete = async ({ ctx, params, body, user }: Call<typeof curation.softDelete>) =>
    changed(ctx, await archiveVideo(ctx, user, params.id, body?.reason ? givenReason(body.reason) : null));
  route(curation.softDelete, softDelete, isVideo);
  route(curation.deleteArchived, async ({ ctx, params, user }) =>
    changed(ctx, await deleteVideo(ctx, user, params.id, { archivedOnly: true })),
  );
  route(curation.hardDelete, async ({ ctx, params, user }) =>
    changed(ctx, await deleteVideo(ctx, user, params.id, { archivedOnly: false })),
  );
};

async function orFail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ImportError ? answerOf(error) : error;
  }
}

/** A set-up that can't work is a conflict with the site's state; a temporary fault is worth a retry. */
function answerOf({ fault, text }: ImportError): HttpError {
  switch (fault) {
    case 'link':
      return fail(400, 'INVALID_INPUT', text, { fields: { url: text } });
    case 'missing':
      return fail(404, 'NOT_FOUND', text);
    case 'not-configured':
      return fail(409, 'NOT_CONFIGURED', text);
    case 'key':
      return fail(409, 'KEY_INVALID', text);
    case 'forbidden':
      return fail(409, 'FORBIDDEN_THERE', text);
    case 'quota':
      return fail(503, 'QUOTA_EXCEEDED', text, { retryAfter: 3600 });
    case 'unreachable':
      return fail(503, 'UNREACHABLE', text, { retryAfter: 60 });
  }
}
