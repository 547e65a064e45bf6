import { expect, test } from 'vitest';
import type { ProductTag } from './product-tags.ts';
import { shownTag } from './shown-tag.ts';

const tag = (name: string, start: number, end: number, inStock = true): ProductTag => ({
  productId: 1,
  variantId: null,
  variant: null,
  name,
  image: null,
  price: 1,
  inStock,
  start,
  end,
});

test('shows one product at a time; of overlapping tags, the one that starts first', () => {
  const tags = [
    tag('late', 4, 12),
    tag('early', 2, 6),
    tag('same start', 2, 20),
    tag('sold out', 0, 20, false),
  ];
  const at = (seconds: number) => shownTag(tags, seconds)?.name ?? null;
  expect([0, 1.99, 2, 4, 5.99].map(at)).toEqual([null, null, 'early', 'early', 'early']);
  expect([6, 12, 19.99, 20].map(at)).toEqual(['same start', 'same start', 'same start', null]);
  expect(shownTag([], 3)).toBeNull();
});
