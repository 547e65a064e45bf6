import { afterEach, expect, test } from 'vitest';
import { fromLocalField, toLocalField } from './release.ts';

const zone = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = zone ?? 'UTC';
});

test.each([
  ['Europe/Berlin', '2030-01-15T18:00', '2030-01-15T17:00:00.000Z'],
  ['Europe/Berlin', '2030-07-15T18:00', '2030-07-15T16:00:00.000Z'],
  ['America/New_York', '2030-11-03T00:30', '2030-11-03T04:30:00.000Z'],
  ['America/New_York', '2030-11-03T12:00', '2030-11-03T17:00:00.000Z'],
  ['Asia/Kolkata', '2030-05-01T00:00', '2030-04-30T18:30:00.000Z'],
])('in %s, %s is converted to %s, and back', (name, field, iso) => {
  process.env['TZ'] = name;
  expect(fromLocalField(field)).toBe(iso);
  expect(toLocalField(iso)).toBe(field);
});

test('an hour that the clock skips becomes the one after it', () => {
  process.env['TZ'] = 'Europe/Berlin';
  expect(fromLocalField('2030-03-31T02:30')).toBe('2030-03-31T01:30:00.000Z');
  expect(toLocalField('2030-03-31T01:30:00.000Z')).toBe('2030-03-31T03:30');
});

test('accepts an empty value, and leaves an invalid time as it is', () => {
  expect([fromLocalField(''), toLocalField(null)]).toEqual([null, '']);
  expect(fromLocalField('20301-05-01T00:00')).toBe('20301-05-01T00:00');
});
