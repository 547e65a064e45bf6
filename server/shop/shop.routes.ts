import { shop, type Product } from '#contract/shop/shop.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { guardExisting } from '#server/app/http/guards.ts';
import type { Call, Routes } from '#server/app/http/handle.ts';
import { requireCategory } from '#server/app/http/known-category.ts';
import { clearCart, listCart, removeFromCart, setQuantity } from './cart.store.ts';
import { mergeCart, putInCart, saveProduct } from './shop.actions.ts';
import { getProduct, listAllProducts, listProducts } from './products.store.ts';

/** Whether the site has a shop at all. */
const isOffered = ({ settings }: Context): boolean => settings.owner.shop.offered;

/** With the shop's safety details, where the product has none of its own. */
const withSafety = ({ settings }: Context, product: Product): Product => ({
  ...product,
  productSafety: product.productSafety ?? settings.owner.shop.productSafety,
});

const noProduct = () => fail(404, 'NOT_FOUND', 'Product not found');

export const shopRoutes: Routes = (route) => {
  route.cached(shop.products, ['products', 'settings'], async ({ ctx, query }) => {
    requireCategory(ctx, 'products', query.category);
    const products = isOffered(ctx) ? await listProducts(ctx.db, query.category) : [];
    return products.map((product) => withSafety(ctx, product));
  });
  route.cached(shop.product, ['products', 'settings'], async ({ ctx, params }) => {
    const product = isOffered(ctx) ? await getProduct(ctx.db, params.id) : null;
    if (!product) throw noProduct();
    return withSafety(ctx, product);
  });

  route(shop.cart, async ({ ctx, user }) => await listCart(ctx.db, user.id));
  route(shop.addToCart, async ({ ctx, user, body }) => {
    if (!isOffered(ctx)) throw noProduct();
    await putInCart(ctx, user.id, body);
    return await listCart(ctx.db, user.id);
  });
  route(shop.removeFromCart, async ({ ctx, user, query }) => {
    await removeFromCart(ctx.db, user.id, query);
    return await listCart(ctx.db, user.id);
  });
  route(shop.updateCart, async ({ ctx, user, query }) => {
    const found = await setQuantity(ctx.db, user.id, query, query.quantity);
    if (found === 0) throw fail(404, 'NOT_FOUND', "This isn't in your cart.");
    if (found > 1)
      throw fail(409, 'SEVERAL_VARIANTS', 'Your cart has several versions of this. Please choose one.');
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
