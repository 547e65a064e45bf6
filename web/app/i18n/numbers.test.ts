import { globSync, readFileSync } from 'node:fs';
import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { LANGUAGE_TAGS } from '#contract/text/languages.ts';
import { formatNumber, parseNumber } from './numbers.ts';

const UNREADABLE = -0.5;
const speak = (locale: string) => i18n.loadAndActivate({ locale, messages: {} });
afterEach(() => speak('en'));

test('a number is parsed as its reader writes it', () => {
  const rows: Record<string, [typed: string, number][]> = {
    en: [
      ['19.99', 19.99],
      ['1,234.5', 1234.5],
      ['12,345,678', 12_345_678],
      ['19,99', 19.99],
      [' 7 ', 7],
      ['.5', 0.5],
      ['-3', -3],
      ['１９．９９', 19.99],
      ['12,34,567', 1_234_567],
    ],
    de: [
      ['19,99', 19.99],
      ['1.234,5', 1234.5],
      ['1.234', 1234],
      ['19.99', 19.99],
    ],
    fr: [
      ['1 234,56', 1234.56],
      ['1\u202f234,56', 1234.56],
    ],
    ar: [
      ['١٩٫٩٩', 19.99],
      ['١٬٢٣٤٫٥', 1234.5],
      ['19.99', 19.99],
    ],
    fa: [['۱٬۲۳۴٫۵', 1234.5]],
    'de-CH': [['1’234.50', 1234.5]],
  };
  for (const [language, numbers] of Object.entries(rows)) {
    speak(language);
    for (const [typed, number] of numbers) expect(parseNumber(typed), `${language} ${typed}`).toBe(number);
  }
});

test('text that is not a number becomes a number that no field accepts', () => {
  for (const language of ['en', 'de', 'ar']) {
    speak(language);
    for (const typed of [
      '',
      ' ',
      'abc',
      '1e5',
      '0x10',
      '1-2',
      '1,2.3,4',
      '1.2,3.4',
      '12,3,4',
      '1.2.3',
      '٫',
      '$5',
    ])
      expect(parseNumber(typed), `${language} ${typed}`).toBe(UNREADABLE);
  }
});

test('parses what a field shows in a language, and what the language itself writes', () => {
  for (const language of LANGUAGE_TAGS) {
    speak(language);
    for (const number of [0, 4.9, 19.99, 1234.5, 100_000]) {
      expect(parseNumber(formatNumber(number, 2)), language).toBe(number);
      expect(parseNumber(new Intl.NumberFormat(language).format(number)), language).toBe(number);
    }
  }
});

test('every number field is parsed this way', () => {
  const forms = globSync('web/**/*.tsx').filter((file) =>
    /inputMode="(?:decimal|numeric)"/.test(readFileSync(file, 'utf8')),
  );
  expect(forms.length).toBeGreaterThan(3);
  // order numbers and times in a video are no amounts
  const amounts = forms.filter((file) => !/WithdrawForm|TagEditor/.test(file));
  for (const file of amounts) {
    // read with the other fields of connections, and of products
    const readIn = file
      .replace('MailCard', 'ConnectionCard')
      .replace(/Product(?:Dialog|More)\.tsx/, 'product-form.ts');
    const source = readFileSync(readIn, 'utf8');
    expect(source, file).toContain('parseNumber(');
    expect(source, file).not.toMatch(/\bNumber\(|parseFloat|parseInt/);
  }
});
