import { nameVariant } from '#contract/shop/variants.rules.ts';
import { toDecimal } from '#server/adapters/payments/money.ts';
import { escapeXml } from '#server/app/http/escape-html.ts';
import type { CountryShipping, Offer } from './merchant.store.ts';

/** What Google's product data specification allows. */
const MAX_TITLE = 150;
const MAX_BRAND = 70;
const MAX_MORE_IMAGES = 10;
const MAX_COUNTRIES = 100;

/** Addresses are whole. */
export interface MerchantFeed {
  title: string;
  page: string;
  description: string;
  currency: string;
  /** Of products whose manufacturer isn't named. */
  brand: string;
  absolute: (path: string) => string;
  shipping: CountryShipping[];
  offers: Offer[];
}

const tag = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** RSS 2.0 with the names of Google's product data specification, which other marketplaces read as well. */
export function writeMerchantFeed(feed: MerchantFeed): string {
  const head = [tag('title', feed.title), tag('link', feed.page), tag('description', feed.description)].join(
    '',
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}\n${feed.offers
    .map((offer) => writeOffer(offer, feed))
    .join('\n')}\n</channel></rss>\n`;
}

function writeOffer(offer: Offer, { absolute, currency, brand, shipping }: MerchantFeed): string {
  const { productId, variantId, isOneOfSeveral, name, options, description, sku, gtin, safety } = offer;
  const [image, ...more] = offer.images;
  const price = (cents: number): string => `${toDecimal(cents)} ${currency}`;
  const title = [name, nameVariant(options)].filter(Boolean).join(' – ');
  const link = `/shop/${productId}${isOneOfSeveral ? `?variant=${variantId}` : ''}`;
  return `<item>${[
    tag('g:id', String(variantId)),
    isOneOfSeveral && tag('g:item_group_id', String(productId)),
    tag('title', title.slice(0, MAX_TITLE)),
    tag('description', description || name),
    tag('link', absolute(link)),
    image && tag('g:image_link', absolute(image)),
    ...more.slice(0, MAX_MORE_IMAGES).map((each) => tag('g:additional_image_link', absolute(each))),
    tag('g:price', price(offer.cents)),
    tag('g:availability', offer.inStock ? 'in_stock' : 'out_of_stock'),
    gtin && tag('g:gtin', gtin),
    sku && tag('g:mpn', sku),
    !gtin && !sku && tag('g:identifier_exists', 'no'),
    tag('g:brand', (safety?.manufacturer ?? brand).slice(0, MAX_BRAND)),
    tag('g:condition', 'new'),
    ...writeShipping(offer, shipping, price),
  ]
    .filter(Boolean)
    .join('')}</item>`;
}

const writeShipping = (
  { cents: cost }: Offer,
  shipping: CountryShipping[],
  price: (cents: number) => string,
): string[] =>
  shipping
    .flatMap(({ countries, cents, freeFromCents }) =>
      countries.map((country) => {
        const isFree = freeFromCents !== null && cost >= freeFromCents;
        return `<g:shipping>${tag('g:country', country)}${tag('g:price', price(isFree ? 0 : cents))}</g:shipping>`;
      }),
    )
    .slice(0, MAX_COUNTRIES);
