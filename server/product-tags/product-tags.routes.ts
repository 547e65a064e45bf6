import { productTags } from '#contract/product-tags/product-tags.ts';
import type { Context } from '#server/app/context.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';
import { getFilteredViewer, type User } from '#server/app/http/callers/sessions.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { guardUpload } from '#server/app/http/guards.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { getProduct } from '#server/shop/products.store.ts';
import { listVideosByIds } from '#server/videos/videos.store.ts';
import { saveTags } from './product-tags.actions.ts';
import { canSeeVideo, listSales, listTags, listVideoIds } from './product-tags.store.ts';

/** On a product's page. */
const MAX_VIDEOS = 12;

const isOwn = guardUpload(() => notFound('This submission'));

const guardTags = async (call: { ctx: Context; params: { id: number }; user: User }): Promise<true> => {
  await isOwn(call);
  if (!isAdmin(call.user) && !call.ctx.settings.owner.shop.creatorsMayTagProducts)
    throw fail(403, 'FORBIDDEN', 'Only administrators can tag products here.');
  return true;
};

export const productTagsRoutes: Routes = (route) => {
  route.cached(productTags.list, ['videos', 'products', 'settings'], async ({ ctx, params, user }) => {
    if (!(await canSeeVideo(ctx.db, params.id, user))) throw fail(404, 'NOT_FOUND', 'Video not found');
    return ctx.settings.owner.shop.offered ? await listTags(ctx.db, params.id) : [];
  });

  route(
    productTags.save,
    async ({ ctx, params, body, user }) => saveTags(ctx, user, params.id, body),
    guardTags,
  );

  route.cached(
    productTags.videos,
    ['videos', 'counts', 'products', 'settings'],
    async ({ ctx, params, user }) => {
      const product = ctx.settings.owner.shop.offered ? await getProduct(ctx.db, params.id) : null;
      if (!product) throw fail(404, 'NOT_FOUND', 'Product not found');
      const ids = await listVideoIds(ctx.db, product.id, MAX_VIDEOS);
      return await listVideosByIds(ctx.db, ids, getFilteredViewer(user));
    },
  );

  route(productTags.sales, async ({ ctx, user, query }) => {
    const sales = await listSales(ctx.db, user.id, query.videoId);
    if (!sales) throw notFound('This video');
    return sales;
  });
};
