import { expect, test } from 'vitest';
import { toAsciiDigits } from './digits.ts';

test('converts the digits of every script to 0–9', () => {
  const digits = Array.from({ length: 0x1_fb_ff }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /\p{Nd}/u.test(letter));
  expect(digits.length).toBeGreaterThan(600);
  expect(digits.map(toAsciiDigits).join('')).toBe('0123456789'.repeat(digits.length / 10));
});

test('changes nothing else in a text except full-width characters', () => {
  expect(toAsciiDigits('٤٢ ４２ ४२ ۴۲ abc-１ａ')).toBe('42 42 42 42 abc-1a');
});
