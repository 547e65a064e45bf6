import { expect, test } from 'vitest';
import { priceCart, refundOfLine, taxInRefund, type CodeToApply, type LineToPrice } from './pricing.rules.ts';

const line = (productId: number, cents: number, quantity = 1): LineToPrice => ({
  productId,
  cents,
  quantity,
});
const code = (kind: CodeToApply['kind'], value: number, more: Partial<CodeToApply> = {}): CodeToApply => ({
  kind,
  value,
  minimumCents: null,
  productIds: [],
  ...more,
});
const FREE = { cents: 0, freeFromCents: null };
const SHIPPING = { cents: 490, freeFromCents: 10_000 };

test('a discount is allocated by price × quantity: largest remainder first, ties to the earlier line', () => {
  const three = [line(1, 1000), line(2, 1000), line(3, 1000)];
  const of = (lines: LineToPrice[], one: CodeToApply) => priceCart(lines, { shipping: FREE, code: one });
  expect(of(three, code('AMOUNT', 1000)).discounts).toEqual([334, 333, 333]);
  expect(of(three, code('AMOUNT', 200)).discounts).toEqual([67, 67, 66]);
  expect(of([line(1, 100), line(2, 150, 2)], code('AMOUNT', 10)).discounts).toEqual([3, 7]);
  expect(of([line(1, 100), line(2, 200)], code('AMOUNT', 100)).discounts).toEqual([33, 67]);
  expect(of([line(1, 500), line(2, 500)], code('AMOUNT', 700, { productIds: [2] }))).toMatchObject({
    discounts: [0, 500],
    total: 500,
  });
});

test('a percentage is rounded once, half away from zero', () => {
  const of = (cents: number[], value: number) =>
    priceCart(
      cents.map((each, at) => line(at, each)),
      { shipping: FREE, code: code('PERCENT', value) },
    );
  // 15 % of 0.10 is 0.015, of each 0.0075
  expect(of([5, 5], 1500)).toMatchObject({ discount: 2, discounts: [1, 1], total: 8 });
  expect(of([9999], 1250)).toMatchObject({ discount: 1250, total: 8749 });
  expect(of([9999], 10_000)).toMatchObject({ discount: 9999, total: 0 });
});

test('a code that has no effect reports the reason', () => {
  const cart = [line(1, 5000), line(2, 2500, 2)];
  const of = (one: CodeToApply) => priceCart(cart, { shipping: SHIPPING, code: one });
  expect(of(code('PERCENT', 1000, { minimumCents: 10_000 })).problem).toBeNull();
  expect(of(code('PERCENT', 1000, { minimumCents: 10_001 }))).toMatchObject({
    discount: 0,
    problem: 'BELOW_MINIMUM',
  });
  expect(of(code('AMOUNT', 1000, { productIds: [3] })).problem).toBe('OTHER_PRODUCTS');
  expect(of(code('SHIPPING', 0)).problem).toBe('SHIPS_FREE');
  expect(of(code('PERCENT', 1, { productIds: [1] }))).toMatchObject({ discount: 1, problem: null });
  expect(priceCart([line(1, 4999)], { shipping: FREE, code: code('PERCENT', 1) }).problem).toBe('TOO_SMALL');
});

test('free shipping does not count as a discount, and its threshold applies to the undiscounted subtotal', () => {
  const cart = [line(1, 5000)];
  expect(priceCart(cart, { shipping: SHIPPING })).toMatchObject({ shipping: 490, total: 5490 });
  expect(priceCart(cart, { shipping: SHIPPING, code: code('SHIPPING', 0) })).toMatchObject({
    shipping: 0,
    discount: 0,
    total: 5000,
    problem: null,
  });
  expect(priceCart([line(1, 10_000)], { shipping: SHIPPING, code: code('PERCENT', 5000) })).toMatchObject({
    shipping: 0,
    total: 5000,
  });
});

test('tax is rounded per line, with shipping as its own line, and is included in or added to the price', () => {
  const cart = [line(1, 999), line(2, 999), line(3, 999)];
  const of = (mode: 'INCLUSIVE' | 'EXCLUSIVE', rate: number | null) =>
    priceCart(cart, { shipping: SHIPPING, tax: { mode, rate } });
  // 9.99 × 19 ÷ 119 = 1.5950…, 4.90 × 19 ÷ 119 = 0.7823…
  expect(of('INCLUSIVE', 19_000)).toMatchObject({
    subtotal: 2997,
    taxes: [160, 160, 160],
    shippingTax: 78,
    tax: 558,
    taxLines: [{ rate: 19_000, net: 2929, tax: 558 }],
    total: 3487,
  });
  // 9.99 × 8.875 % = 0.8866…, 4.90 × 8.875 % = 0.4348…
  expect(of('EXCLUSIVE', 8875)).toMatchObject({
    taxes: [89, 89, 89],
    shippingTax: 43,
    taxLines: [{ rate: 8875, net: 3487, tax: 310 }],
    total: 3797,
  });
  expect(of('EXCLUSIVE', null)).toMatchObject({ tax: 0, taxLines: [], total: 3487 });
  // 0.50 × 5 % = 0.025
  expect(priceCart([line(1, 50)], { shipping: FREE, tax: { mode: 'EXCLUSIVE', rate: 5000 } })).toMatchObject({
    tax: 3,
    total: 53,
  });
});

test('refunds for units returned one by one add up to what was paid for the line', () => {
  const bought = line(1, 333, 3);
  const pricing = priceCart([bought], {
    shipping: SHIPPING,
    code: code('AMOUNT', 100),
    tax: { mode: 'EXCLUSIVE', rate: 19_000 },
  });
  const refunds = [0, 1, 2].map((before) => refundOfLine(bought, pricing, 0, { before, quantity: 1 }));
  // 8.99 and 1.71 of tax
  expect(refunds).toEqual([
    { cents: 357, tax: 57 },
    { cents: 356, tax: 57 },
    { cents: 357, tax: 57 },
  ]);
  const before = { cents: 1070, tax: 171 };
  expect(pricing).toMatchObject({ total: 1653, tax: 264 });
  expect(taxInRefund(pricing, before, 583)).toBe(93);
});
