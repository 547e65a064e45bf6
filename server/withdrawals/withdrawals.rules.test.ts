import { expect, test } from 'vitest';
import { isInEu, mayWithdraw } from '#contract/withdrawals/withdrawals.rules.ts';
import { isInTime, matchAddress, refundBy } from './withdrawals.rules.ts';

test('the period starts after the day of the order and includes its last day', () => {
  const at = (declaredAt: string, days = 14) =>
    isInTime({ orderedAt: new Date('2026-06-01T10:00:00Z'), declaredAt: new Date(declaredAt), days });
  expect(at('2026-06-01T10:00:00Z')).toBe(true);
  expect(at('2026-06-15T23:59:59Z')).toBe(true);
  expect(at('2026-06-16T00:00:00Z')).toBe(false);
  expect(at('2026-07-01T23:59:59Z', 30)).toBe(true);
  expect(at('2026-07-02T00:00:00Z', 30)).toBe(false);
});

test('the refund is due 14 days after the declaration', () => {
  expect(refundBy(new Date('2026-06-20T12:34:56Z')).toISOString()).toBe('2026-07-04T12:34:56.000Z');
});

test('recognizes the EU by code or English name, with Iceland, Liechtenstein and Norway', () => {
  for (const country of ['DE', 'de', 'Germany', ' GERMANY ', 'GR', 'Greece', 'IS', 'Liechtenstein', 'norway'])
    expect(isInEu(country), country).toBe(true);
  for (const country of ['US', 'CH', 'GB', 'United Kingdom', 'Deutschland', '', 'EU', '💥', 'constructor'])
    expect(isInEu(country), country).toBe(false);
});

test('decides which orders can be withdrawn from', () => {
  const german = { status: 'PAID', shippingCountry: 'DE' } as const;
  const american = { status: 'DELIVERED', shippingCountry: 'US' } as const;
  expect([mayWithdraw('EU', german), mayWithdraw('EU', american)]).toEqual([true, false]);
  expect([mayWithdraw('EVERYWHERE', american), mayWithdraw('OFF', german)]).toEqual([true, false]);
  for (const status of ['PENDING', 'CANCELLED'] as const)
    expect(mayWithdraw('EVERYWHERE', { ...german, status }), status).toBe(false);
});

test('an email address is compared ignoring case, and returned as it is in the order', () => {
  const order = { email: null, payer_email: 'Ann@Example.org', account_email: 'me@xn--mller-kva.example' };
  expect(matchAddress(order, ' ann@EXAMPLE.org ')).toBe('Ann@Example.org');
  expect(matchAddress(order, 'me@müller.example')).toBe('me@xn--mller-kva.example');
  expect(matchAddress(order, 'nann@example.org')).toBeNull();
  expect(matchAddress({ email: null, payer_email: null, account_email: null }, '')).toBeNull();
});
