import { archives } from '#contract/archives/archives.ts';
import { notFound } from '#server/app/http/errors.ts';
import { guardOwn } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { removeArchive, sendItems, startArchive } from './archives.actions.ts';
import { findArchive, listArchives } from './archives.store.ts';

export const archivesRoutes: Routes = (route) => {
  route(archives.list, async ({ ctx, user }) => listArchives(ctx.db, user.id));

  route(archives.start, async ({ ctx, user, request }) => startArchive(ctx, user, request));

  route(archives.get, async ({ ctx, user, params }) => {
    const found = await findArchive(ctx.db, user.id, params.id);
    if (!found) throw notFound('This archive');
    return found;
  });

  route(
    archives.send,
    async ({ ctx, user, params, body }) => {
      requireCategory(ctx, 'videos', body.category);
      const [first = ''] = ctx.settings.owner.categories.videos;
      return sendItems(ctx, user, params.id, { items: body.items, category: body.category ?? first });
    },
    guardOwn('archives', () => notFound('This archive')),
  );

  route(archives.remove, async ({ ctx, user, params }) => removeArchive(ctx, user, params.id));
};
