import { describe, expect, it } from 'vitest';
import { formatDay } from './days.ts';
import { formatCompact, formatCount, formatRelative, formatUntil } from './format.ts';
import { formatMoney } from '#web/app/i18n/money.ts';

/** All kinds of sizes, and those beside which another number of digits or another letter begins. */
const COUNTS = [...Array(16).keys()].flatMap((zeros) =>
  [1, 1.05, 1.15, 1.25, 9.5, 9.94, 9.95, 9.9949, 9.995, 9.99949, 9.9995, 3.217].flatMap((times) => {
    const count = Math.round(times * 10 ** zeros);
    return [count - 1, count, count + 1];
  }),
);

describe('formatting matches Intl in English', () => {
  const whole = COUNTS.filter((count) => count >= 0 && count < 1e15);

  it('counts', () => {
    const full = new Intl.NumberFormat('en');
    const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
    expect(whole.map(formatCount)).toEqual(whole.map((count) => full.format(count)));
    expect(whole.map(formatCompact)).toEqual(whole.map((count) => compact.format(count)));
  });

  it('money', () => {
    const amounts = [
      ...whole.filter((count) => count < 1e12),
      0.1,
      1.005,
      99.9,
      0.005,
      1234.565,
      -5,
      -1234.5,
    ];
    for (const currency of ['USD', 'EUR', 'GBP', 'JPY', 'CHF']) {
      const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
      expect(amounts.map((amount) => formatMoney(amount, currency))).toEqual(
        amounts.map((amount) => format.format(amount)),
      );
    }
  });

  it('times', () => {
    const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    const now = Date.parse('2026-06-15T12:00:00Z');
    const units = { minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000, year: 31_536_000 };
    const steps = { minute: 59, hour: 23, day: 6, week: 4, month: 12, year: 20 };
    for (const [unit, seconds] of Object.entries(units) as [keyof typeof units, number][]) {
      for (let step = 1; step <= steps[unit]; step += 1) {
        const at = new Date(now - step * seconds * 1000).toISOString();
        expect(formatRelative(at, now)).toBe(relative.format(-step, unit));
        const ahead = new Date(now + step * seconds * 1000).toISOString();
        expect(formatRelative(ahead, now), 'by a clock that is behind').toBe('just now');
      }
    }
    expect(formatRelative(new Date(now - 59_000).toISOString(), now)).toBe('just now');
  });

  it('days', () => {
    const here = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
    const inUtc = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    const hours = Array.from({ length: 800 }, (_, step) => new Date(Date.UTC(2026, 0, 1, step * 11)));
    for (const at of hours) {
      expect(formatDay(at.toISOString(), 'UTC')).toBe(inUtc.format(at));
      expect(formatDay(at.toISOString())).toBe(here.format(at));
    }
  });
});

it('formats the time until an event', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(formatUntil('2026-03-01T12:00:20Z', now)).toBe('now');
  expect(formatUntil('2026-03-01T11:00:00Z', now)).toBe('now');
  expect(formatUntil('2026-03-01T12:01:10Z', now)).toBe('in 1 minute');
  expect(formatUntil('2026-03-01T15:10:00Z', now)).toBe('in 3 hours');
});
