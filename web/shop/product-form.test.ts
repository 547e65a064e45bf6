import { expect, test } from 'vitest';
import type { AdminProduct, AdminVariant } from '#contract/shop/shop.ts';
import {
  combinationsOf,
  inputOf,
  newOption,
  valuesOf,
  withValue,
  type ProductValues,
} from './product-form.ts';

const variant = (id: number, options: string[], more: Partial<AdminVariant> = {}): AdminVariant => ({
  id,
  options,
  price: 80,
  sku: null,
  gtin: null,
  images: [],
  inStock: true,
  stock: 5,
  lowStockAt: 3,
  ...more,
});

const product = (more: Partial<AdminProduct> = {}): AdminProduct => ({
  id: 1,
  name: 'Aviator',
  price: 80,
  description: '',
  image: null,
  images: [],
  imageAlts: [],
  category: 'Classic',
  fit: null,
  lens: null,
  care: null,
  stock: 5,
  options: [],
  variants: [variant(7, [])],
  productSafety: null,
  hidden: false,
  ...more,
});

const COLOURS = product({
  options: [{ name: 'Colour', values: ['Black', 'Gold'] }],
  variants: [
    variant(7, ['Black'], { images: ['/a.webp'] }),
    variant(8, ['Gold'], { price: 90, stock: null }),
  ],
  images: ['/a.webp', '/b.webp'],
  imageAlts: [null, null],
});

const change = (from: AdminProduct | null, more: Partial<ProductValues>) =>
  inputOf({ ...valuesOf(from, ['Classic']), ...more }, from);

test('a product without options is sent as it was before variants existed', () => {
  const input = change(product(), { stock: '4' });
  expect(input).toMatchObject({ price: 80, stock: 4, stockBefore: 5, productSafety: null });
  expect(input).not.toHaveProperty('variants');
  expect(input).not.toHaveProperty('options');
  expect(change(null, { price: '5' })).not.toHaveProperty('stockBefore');
});

test('an SKU that is added or removed makes it one variant without options', () => {
  const only = { id: 7, options: [], price: null, stock: 5, stockBefore: 5 };
  expect(change(product(), { sku: 'AV' })).toMatchObject({ options: [], variants: [{ ...only, sku: 'AV' }] });
  const numbered = product({ variants: [variant(7, [], { sku: 'AV' })] });
  expect(change(numbered, { sku: '' })).toMatchObject({ variants: [{ ...only, sku: '' }] });
  expect(change(COLOURS, { hasOptions: false })).toMatchObject({ options: [], variants: [only] });
});

test('variants retain their ids when a value is renamed or an option is added or removed', () => {
  const values = valuesOf(COLOURS, []);
  const [colour] = values.options;
  const [black, gold] = colour?.values ?? [];
  const renamed = [{ name: 'Colour', values: [{ key: black?.key ?? 0, text: 'Jet black' }, gold ?? black] }];
  const options = renamed as ProductValues['options'];
  expect(inputOf({ ...values, options }, COLOURS).variants).toMatchObject([
    { id: 7, options: ['Jet black'], price: null, stockBefore: 5 },
    { id: 8, options: ['Gold'], price: 90, stock: null, stockBefore: null },
  ]);
  const lens = {
    name: 'Lens',
    values: [
      { key: 200, text: 'Clear' },
      { key: 201, text: 'Dark' },
    ],
  };
  const two = { ...values, options: [...values.options, lens] };
  expect(combinationsOf(two, COLOURS).map(({ options, row }) => [options.join(), row.id])).toEqual([
    ['Black,Clear', 7],
    ['Black,Dark', null],
    ['Gold,Clear', 8],
    ['Gold,Dark', null],
  ]);
  const saved = product({
    options: [
      { name: 'Colour', values: ['Black'] },
      { name: 'Lens', values: ['Clear', 'Dark'] },
    ],
    variants: [variant(3, ['Black', 'Clear']), variant(4, ['Black', 'Dark'])],
  });
  const both = valuesOf(saved, []);
  const one = { ...both, options: both.options.slice(1) };
  expect(combinationsOf(one, saved).map(({ row }) => row.id)).toEqual([3, 4]);
});

test('the first combination takes over the stock of a product that gets options', () => {
  const options = [
    {
      name: 'Size',
      values: [
        { key: 100, text: 'S' },
        { key: 101, text: '' },
      ],
    },
  ];
  expect(change(product(), { hasOptions: true, options }).variants).toMatchObject([
    { id: 7, options: ['S'], stock: 5, stockBefore: 5 },
  ]);
});

test('values separated by commas become several, and there is always room for one more', () => {
  const [first] = newOption().values;
  const texts = withValue(first ? [first] : [], 0, 'S, M, 1,5 L').map(({ text }) => text);
  expect(texts).toEqual(['S', 'M', '1,5 L', '']);
});

test('removed combinations and pictures are not sent', () => {
  const values = valuesOf(COLOURS, []);
  const [[key, row] = ['', undefined]] = Object.entries(values.rows);
  const rows = { ...values.rows, [key]: { ...row, removed: true } } as ProductValues['rows'];
  expect(inputOf({ ...values, rows }, COLOURS).variants).toMatchObject([{ id: 8 }]);
  const images = [{ url: '/b.webp', alt: '' }];
  expect(change(COLOURS, { images }).variants).toMatchObject([{ images: [] }, { id: 8 }]);
});
