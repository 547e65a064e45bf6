import { notFound } from '#server/app/http/errors.ts';
import { sendCached, type Routes } from '#server/app/http/handle.ts';
import { ownerTexts } from '#server/app/start/owner-texts.ts';
import { listCountryShipping, listOffers } from './merchant.store.ts';
import { writeMerchantFeed } from './merchant.ts';

/** The catalogue for Google Merchant Center and others, in the language that its texts are written in. */
export const merchantRoutes: Routes = (route) => {
  const { settings } = route;
  const absolute = (path: string): string => new URL(path, settings.PUBLIC_URL).href;

  route.app.get('/products.xml', async (request, reply) => {
    const { cache, db } = route.ctx();
    const { shop, languages } = settings.owner;
    if (!shop.offered) throw notFound('This feed');
    const answer = await cache.get('/products.xml', ['products', 'settings'], async () => {
      const [offers, shipping] = await Promise.all([listOffers(db), listCountryShipping(db)]);
      const body = writeMerchantFeed({
        title: settings.SITE_NAME,
        page: absolute('/shop'),
        description:
          ownerTexts(settings, languages.defaultLanguage).text('tagline').text ?? settings.SITE_NAME,
        currency: shop.currency,
        brand: shop.productSafety.manufacturer ?? settings.SITE_NAME,
        absolute,
        shipping,
        offers,
      });
      return { body, headers: {} };
    });
    return sendCached(request, reply, answer, 'application/xml; charset=utf-8');
  });
};
