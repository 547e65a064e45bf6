import { MAX_LINES, shop } from '#contract/shop/shop.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { addToCart, clearCart, listCart, removeFromCart, setQuantity } from './cart.store.ts';
import { mergeCart, saveProduct } from './shop.actions.ts';
import { getProduct, listAllProducts, listProducts } from './products.store.ts';

/** Whether the site has a shop at all. */
const isOffered = ({ settings }: Context): boolean => settings.owner.shop.offered;

const noProduct = () => fail(404, 'NOT_FOUND', 'Product not found');

export const shopRoutes: Routes = (route) => {
  route.cached(shop.products, ['products', 'settings'], async ({ ctx, query }) => {
    requireCategory(ctx, 'products', query.category);
    return isOffered(ctx) ? await listProducts(ctx.db, query.category) : [];
  });
  route.cached(shop.product, ['products', 'settings'], async ({ ctx, params }) => {
    const product = isOffered(ctx) ? await getProduct(ctx.db, params.id) : null;
    if (!product) throw noProduct();
    return product;
  });

  route(shop.cart, async ({ ctx, user }) => await listCart(ctx.db, user.id));
  route(shop.addToCart, async ({ ctx, user, body }) => {
    if (!isOffered(ctx)) throw noProduct();
    const outcome = await addToCart(ctx.db, user.id, body.productId, body.quantity);
    if (outcome === 'unknown') throw noProduct();
    if (outcome === 'full')
      throw fail(409, 'CART_FULL', msg`A cart can hold up to ${MAX_LINES} different products.`);
    return await listCart(ctx.db, user.id);
  });
  route(shop.removeFromCart, async ({ ctx, user, query }) => {
    await removeFromCart(ctx.db, user.id, query.productId);
    return await listCart(ctx.db, user.id);
  });
  route(shop.updateCart, async ({ ctx, user, query }) => {
    if (!(await setQuantity(ctx.db, user.id, query.productId, query.quantity)))
      throw fail(404, 'NOT_FOUND', "This isn't in your cart.");
    return await listCart(ctx.db, user.id);
  });
  route(shop.clearCart, async ({ ctx, user }) => {
    await clearCart(ctx.db, user.id);
    return await listCart(ctx.db, user.id);
  });
  route(shop.mergeCart, async ({ ctx, user, body }) => {
    await mergeCart(ctx, user.id, body.key, body.items);
    return await listCart(ctx.db, user.id);
  });

  route(shop.adminProducts, async ({ ctx }) => await listAllProducts(ctx.db));
  route(shop.createProduct, async ({ ctx, user, body }) => {
    requireCategory(ctx, 'products', body.category);
    const product = await saveProduct(ctx, user, null, body);
    if (!product) throw noProduct();
    return product;
  });
  const updateProduct = async ({ ctx, user, params, body }: Call<typeof shop.updateProduct>) => {
    requireCategory(ctx, 'products', body.category);
    const product = await saveProduct(ctx, user, params.id, body);
    if (!product) throw noProduct();
    return product;
  };
  route(shop.updateProduct, updateProduct, guardExisting('products', noProduct));
};
