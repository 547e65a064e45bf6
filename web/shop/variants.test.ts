import { expect, test } from 'vitest';
import type { Product, Variant } from '#contract/shop/shop.ts';
import { toCartLine } from './guest-lines.ts';
import { swatchesOf } from './swatches.ts';
import { priceOf } from './price-of.ts';
import { picturesOf, titleOf, variantWith } from './variants.ts';

const variant = (id: number, options: string[], more: Partial<Variant> = {}): Variant => ({
  id,
  options,
  price: 80,
  sku: null,
  gtin: null,
  images: [],
  inStock: true,
  ...more,
});
const product = (variants: Variant[], names = ['Colour', 'Lens']): Product => ({
  id: 1,
  name: 'Aviator',
  price: 80,
  description: '',
  image: '/a.webp',
  images: ['/a.webp', '/b.webp'],
  imageAlts: [null, null],
  category: 'Classic',
  fit: null,
  lens: null,
  care: null,
  stock: null,
  options: names.map((name, at) => ({
    name,
    values: [...new Set(variants.map((v) => v.options[at] ?? ''))],
  })),
  variants,
  productSafety: null,
});

test('choosing a value preserves the other choice, or leads to the first in stock that has it', () => {
  const [clear, dark, gold, pink] = [
    variant(1, ['Black', 'Clear']),
    variant(2, ['Black', 'Dark'], { inStock: false }),
    variant(3, ['Gold', 'Clear'], { inStock: false }),
    variant(4, ['Gold', 'Rose']),
  ];
  const all = product([clear, dark, gold, pink]);
  expect(variantWith(all, clear, 1, 'Dark')).toBe(dark);
  expect(variantWith(all, clear, 0, 'Gold')).toBe(gold);
  expect(variantWith(all, dark, 0, 'Gold')).toBe(pink);
  expect(variantWith(all, dark, 0, 'Blue')).toBeUndefined();
});

test('the price starts with "From" if the variants in stock have several', () => {
  const cheap = variant(1, ['S'], { price: 60, inStock: false });
  expect(priceOf(product([cheap, variant(2, ['M'])], ['Size']))).toBe('$80.00');
  expect(priceOf(product([variant(1, ['S']), variant(2, ['M'], { price: 90 })], ['Size']))).toBe(
    'From $80.00',
  );
});

test('colours are shown as colours, or as pictures if each has its own; everything else as text', () => {
  const colours = [variant(1, ['Black', 'Clear']), variant(2, ['Sky blue', 'Dark'])];
  expect(swatchesOf(product(colours), 0).map(({ colour }) => colour)).toEqual(['black', 'skyblue']);
  expect(swatchesOf(product(colours), 1)).toEqual([{ value: 'Clear' }, { value: 'Dark' }]);
  const pictured = colours.map((each, at) => ({ ...each, images: [`/${at}.webp`] }));
  expect(swatchesOf(product(pictured), 0).map(({ picture }) => picture)).toEqual(['/0.webp', '/1.webp']);
  expect(swatchesOf(product(pictured), 1)).toEqual([{ value: 'Clear' }, { value: 'Dark' }]);
});

test("returns a variant's title and pictures", () => {
  const dark = variant(2, ['Black', 'Dark'], { images: ['/b.webp'] });
  expect(titleOf(product([dark]), dark)).toBe('Aviator, Black / Dark');
  expect(titleOf(product([dark]), variant(1, []))).toBe('Aviator');
  expect(picturesOf(product([dark]), dark)).toEqual(['/b.webp', '/a.webp']);
});

test("a guest's cart line whose variant is gone is sold out, not replaced by another variant", () => {
  const [dark, rose] = [variant(2, ['Black', 'Dark']), variant(3, ['Black', 'Rose'])];
  const line = { id: 1, name: 'Aviator', price: 80, description: '', image: null, category: '', quantity: 1 };
  const readLine = (more: object) => toCartLine({ ...line, ...more }, [product([dark, rose])]);
  expect(readLine({ variantId: 3 })).toMatchObject({ variantId: 3, variant: 'Black / Rose', stock: null });
  expect(readLine({ variantId: 9, variant: 'Gold' })).toMatchObject({
    variantId: 9,
    variant: 'Gold',
    stock: 0,
  });
  // from before there were variants
  expect(readLine({})).toMatchObject({ variantId: 2, variant: 'Black / Dark' });
});
