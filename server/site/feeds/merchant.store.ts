import type { ProductSafety } from '#contract/settings/settings.ts';
import type { Db } from '#server/app/database/database.ts';

export interface Offer {
  productId: number;
  variantId: number;
  /** It is one of several of its product. */
  isOneOfSeveral: boolean;
  name: string;
  options: string[];
  description: string;
  /** The variant's, else the product's. */
  images: string[];
  cents: number;
  inStock: boolean;
  sku: string | null;
  gtin: string | null;
  safety: ProductSafety | null;
}

/** Each variant of the products on sale. */
export async function listOffers(db: Db): Promise<Offer[]> {
  const rows = await db
    .selectFrom('product_variants as variant')
    .innerJoin('products', 'products.id', 'variant.product_id')
    .where('products.hidden_at', 'is', null)
    .orderBy('variant.product_id')
    .orderBy('variant.position')
    .orderBy('variant.id')
    .select(({ fn }) => [
      'variant.id',
      'variant.product_id',
      'variant.options',
      'variant.price_cents',
      'variant.stock',
      'variant.sku',
      'variant.gtin',
      'variant.images as own_images',
      'products.name',
      'products.description',
      'products.images',
      'products.safety',
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('variant.product_id'))
        .as('variants'),
    ])
    .execute();
  return rows.map((row) => ({
    productId: row.product_id,
    variantId: row.id,
    isOneOfSeveral: Number(row.variants) > 1,
    name: row.name,
    options: row.options,
    description: row.description,
    images: row.own_images.length > 0 ? row.own_images : row.images,
    cents: row.price_cents,
    inStock: row.stock !== 0,
    sku: row.sku,
    gtin: row.gtin,
    safety: row.safety,
  }));
}

export interface CountryShipping {
  countries: string[];
  cents: number;
  /** Items that cost this much ship free; null: none do. */
  freeFromCents: number | null;
}

/** Shipping prices by country, where there are zones. */
export async function listCountryShipping(db: Db): Promise<CountryShipping[]> {
  const rows = await db
    .selectFrom('shipping_zones')
    .orderBy('position')
    .select(['countries', 'price_cents', 'free_from_cents'])
    .execute();
  return rows.map((row) => ({
    countries: row.countries ?? [],
    cents: row.price_cents,
    freeFromCents: row.free_from_cents,
  }));
}
