import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { formatMoney } from '#web/app/i18n/money.ts';
import { formatDay } from './days.ts';
import { formatCompact, formatCount, formatRelative, formatUntil } from './format.ts';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test('numbers, prices and times follow the conventions of other languages than English', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  const hours = (count: number) => new Date(now + count * 3_600_000).toISOString();
  const rows: [language: string, ...texts: string[]][] = [
    [
      'de',
      '1.234.567',
      '1,2 Mio.',
      '99,90 $',
      '15.06.2026',
      'vor 3 Stunden',
      'gestern',
      'jetzt',
      'in 2 Stunden',
    ],
    ['ja', '1,234,567', '123.5万', '$99.90', '2026/06/15', '3 時間前', '昨日', '今', '2 時間後'],
    [
      'ar',
      '1,234,567',
      '1.2 مليون',
      '\u206699.90 US$\u2069',
      '15‏/06‏/2026',
      'قبل 3 ساعات',
      'أمس',
      'الآن',
      'خلال ساعتين',
    ],
  ];
  for (const [language, ...texts] of rows) {
    i18n.loadAndActivate({ locale: language, messages: {} });
    const formatted = [
      formatCount(1_234_567),
      formatCompact(1_234_567),
      formatMoney(99.9, 'USD'),
      formatDay('2026-06-15T12:00:00Z', 'UTC'),
      formatRelative(hours(-3), now),
      formatRelative(hours(-30), now),
      formatRelative(hours(0), now),
      formatUntil(hours(2), now),
    ];
    expect(formatted.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(texts);
  }
});
