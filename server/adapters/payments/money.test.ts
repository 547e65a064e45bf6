import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromAmount, toAmount, toCents, toDecimal } from './money.ts';

test('cents, decimals and amounts convert back and forth without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (cents) => {
      expect(toCents(toDecimal(cents))).toBe(cents);
      expect(fromAmount(toAmount(cents))).toBe(cents);
    }),
  );
  expect([toDecimal(9999), toDecimal(5), toDecimal(100)]).toEqual(['99.99', '0.05', '1.00']);
});

test('rejects invalid amounts', () => {
  for (const bad of ['', '1.', '.5', '1.234', '-1', '1e3', ' 1', '1,00', 'NaN'])
    expect(toCents(bad), bad).toBeNull();
  for (const bad of [-1, 0.001, 1.005, Number.NaN, Infinity]) expect(fromAmount(bad), String(bad)).toBeNull();
});
