import { DEFAULT_LOW_STOCK } from '#contract/shop/product-input.ts';
import type { ProductChange, VariantInput } from '#contract/shop/product-input.ts';
import type { AdminProduct, AdminVariant } from '#contract/shop/shop.ts';
import { formatNumber, parseNumber } from '#web/app/i18n/numbers.ts';
import type { Picture } from './PictureEditor.tsx';

/** A value has a key: it may be renamed without losing what its combinations hold. */
interface OptionValue {
  key: number;
  text: string;
}
export interface OptionFields {
  name: string;
  values: OptionValue[];
}

/** A variant as it is edited. */
export interface Row {
  id: number | null;
  /** Empty: the product's. */
  price: string;
  stock: string;
  /** As it was shown; undefined for a new one. */
  stockBefore?: number | null;
  lowStockAt: string;
  sku: string;
  gtin: string;
  images: string[];
  removed: boolean;
}

/** The form values of a product; `images` with their descriptions. */
export interface ProductValues extends Pick<Row, 'price' | 'stock' | 'lowStockAt' | 'sku' | 'gtin'> {
  name: string;
  category: string;
  description: string;
  fit: string;
  lens: string;
  care: string;
  images: Picture[];
  hidden: boolean;
  hasOptions: boolean;
  options: OptionFields[];
  /** Variants by the keys of their values: "1-4". */
  rows: Record<string, Row>;
  /** The shop's product safety details apply; else the four below. */
  shopSafety: boolean;
  manufacturer: string;
  address: string;
  email: string;
  euResponsible: string;
}

const NEW_ROW: Row = {
  id: null,
  price: '',
  stock: '',
  lowStockAt: formatNumber(DEFAULT_LOW_STOCK),
  sku: '',
  gtin: '',
  images: [],
  removed: false,
};

const textOf = (value: number | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value) : '';

const rowFrom = (variant: AdminVariant | undefined, price?: number): Row =>
  variant
    ? {
        id: variant.id,
        price: variant.price === price ? '' : formatNumber(variant.price, 2),
        stock: textOf(variant.stock),
        stockBefore: variant.stock,
        lowStockAt: textOf(variant.lowStockAt),
        sku: variant.sku ?? '',
        gtin: variant.gtin ?? '',
        images: variant.images,
        removed: false,
      }
    : NEW_ROW;

export const keyOf = (keys: number[]): string => keys.join('-');

let lastKey = 1000;
const newValue = (text: string): OptionValue => ({ key: (lastKey += 1), text });

/** The last value is empty: the place for one more. */
export const newOption = (): OptionFields => ({ name: '', values: [newValue('')] });

/** The values after one was typed in: "S, M, L" are three, and there is a place for one more at the end. */
export function withValue(values: OptionValue[], at: number, typed: string): OptionValue[] {
  const [text = '', ...more] = typed.split(/,\s+/);
  const next = values.flatMap((value, nth) =>
    nth === at ? [{ ...value, text }, ...more.map(newValue)] : [value],
  );
  return next.at(-1)?.text.trim() ? [...next, newValue('')] : next;
}

const safetyOf = (safety: AdminProduct['productSafety'] | undefined) => ({
  shopSafety: !safety,
  manufacturer: safety?.manufacturer ?? '',
  address: safety?.address ?? '',
  email: safety?.email ?? '',
  euResponsible: safety?.euResponsible ?? '',
});

export function valuesOf(product: AdminProduct | null, categories: string[]): ProductValues {
  const options = (product?.options ?? []).map(({ name, values }) => ({
    name,
    values: [...values, ''].map(newValue),
  }));
  const keysOf = (variant: AdminVariant) =>
    options.map(({ values }, at) => values.find(({ text }) => text === variant.options[at])?.key ?? 0);
  const { stock, lowStockAt, sku, gtin } = rowFrom(product?.variants[0]);
  return {
    name: product?.name ?? '',
    price: product ? formatNumber(product.price, 2) : '',
    stock,
    lowStockAt,
    sku,
    gtin,
    category: product?.category ?? categories[0] ?? '',
    description: product?.description ?? '',
    fit: product?.fit ?? '',
    lens: product?.lens ?? '',
    care: product?.care ?? '',
    images: (product?.images ?? []).map((url, at) => ({ url, alt: product?.imageAlts[at] ?? '' })),
    hidden: product?.hidden ?? false,
    hasOptions: options.length > 0,
    options,
    rows: Object.fromEntries(
      options.length && product
        ? product.variants.map((each) => [keyOf(keysOf(each)), rowFrom(each, product.price)])
        : [],
    ),
    ...safetyOf(product?.productSafety),
  };
}

const filled = ({ values }: OptionFields): OptionValue[] => values.filter(({ text }) => text.trim());

/** An option that has a value: others are not ready yet. */
const readyOptions = ({ options }: ProductValues): OptionFields[] =>
  options.filter((option) => filled(option).length > 0);

export interface Combination {
  keys: number[];
  /** A value of each option. */
  options: string[];
  row: Row;
}

/** Every combination of the options' values, with what is entered for it. */
export function combinationsOf(values: ProductValues, product: AdminProduct | null): Combination[] {
  const options = readyOptions(values);
  if (options.length === 0) return [];
  const all = options.reduce<OptionValue[][]>(
    (some, option) => some.flatMap((before) => filled(option).map((value) => [...before, value])),
    [[]],
  );
  return all.map((combined) => {
    const keys = combined.map(({ key }) => key);
    return { keys, options: combined.map(({ text }) => text.trim()), row: rowOf(values, product, keys) };
  });
}

/**
 * What is entered for a combination. After a change of the options: what was entered for one that included these values,
 * and for the first of what was one before.
 */
function rowOf(values: ProductValues, product: AdminProduct | null, keys: number[]): Row {
  const { rows } = values;
  const row = rows[keyOf(keys)];
  if (row) return row;
  if (keys.length === 0) {
    const { stock, lowStockAt, sku, gtin } = values;
    return { ...rowFrom(product?.variants[0]), price: '', stock, lowStockAt, sku, gtin };
  }
  const wider = Object.entries(rows).find(([key]) => {
    const parts = key.split('-').map(Number);
    return parts.length > keys.length && keys.every((each) => parts.includes(each));
  });
  if (wider) return wider[1];
  const option = readyOptions(values)[keys.length - 1];
  const isFirst = option !== undefined && filled(option)[0]?.key === keys.at(-1);
  return isFirst ? rowOf(values, product, keys.slice(0, -1)) : NEW_ROW;
}

/** What is sent: combinations that are not removed. */

export const soldOf = (values: ProductValues, product: AdminProduct | null): Combination[] =>
  combinationsOf(values, product).filter(({ row }) => !row.removed);

const numberOf = (text: string): number | null => (text.trim() ? parseNumber(text) : null);

function variantOf({ row, options }: Pick<Combination, 'row' | 'options'>, gone: Set<string>): VariantInput {
  return {
    id: row.id,
    options,
    price: numberOf(row.price),
    stock: numberOf(row.stock),
    ...(row.id !== null && { stockBefore: row.stockBefore }),
    lowStockAt: numberOf(row.lowStockAt) ?? DEFAULT_LOW_STOCK,
    sku: row.sku,
    gtin: row.gtin,
    images: row.images.filter((url) => !gone.has(url)),
  };
}

/** Without options: nothing beside price and stock is, or was, entered. */
function isPlain({ sku, gtin, lowStockAt }: ProductValues, product: AdminProduct | null): boolean {
  const before = product?.variants[0];
  return (
    !(sku.trim() || gtin.trim() || before?.sku || before?.gtin || product?.options.length) &&
    (numberOf(lowStockAt) ?? DEFAULT_LOW_STOCK) === DEFAULT_LOW_STOCK &&
    (before?.lowStockAt ?? DEFAULT_LOW_STOCK) === DEFAULT_LOW_STOCK
  );
}

export function inputOf(values: ProductValues, product: AdminProduct | null): ProductChange {
  const { name, category, description, fit, lens, care, images, hidden, hasOptions } = values;
  const { manufacturer, address, email, euResponsible } = values;
  const urls = images.map(({ url }) => url);
  const gone = new Set((product?.images ?? []).filter((url) => !urls.includes(url)));
  const only = { options: [], row: rowOf({ ...values, rows: {} }, product, []) };
  const sold = hasOptions ? soldOf(values, product) : isPlain(values, product) ? [] : [only];
  return {
    name,
    category,
    description,
    fit,
    lens,
    care,
    hidden,
    images: urls,
    imageAlts: images.map(({ alt }) => alt),
    price: numberOf(values.price),
    stock: hasOptions ? null : numberOf(values.stock),
    ...(product && !hasOptions && { stockBefore: product.variants[0]?.stock }),
    ...(sold.length > 0 && {
      options: hasOptions
        ? readyOptions(values).map((option) => ({
            name: option.name,
            values: filled(option).map(({ text }) => text.trim()),
          }))
        : [],
      variants: sold.map((each) => variantOf(each, gone)),
    }),
    productSafety: values.shopSafety ? null : { manufacturer, address, email, euResponsible },
  };
}
