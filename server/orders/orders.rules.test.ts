import { expect, test } from 'vitest';
import { evaluatePayment } from './orders.rules.ts';

const checkout = { reference: '7', paymentId: 'P', cents: 9999, currency: 'USD' };
const payment = {
  id: 'P',
  status: 'COMPLETED',
  reference: '7',
  cents: 9999,
  currency: 'USD',
  capture: { id: 'C', status: 'COMPLETED', cents: 9999, currency: 'USD' },
};

test('a payment counts only if it matches the checkout', () => {
  expect(evaluatePayment(checkout, payment)).toEqual({ kind: 'paid', captureId: 'C' });
  expect(evaluatePayment(checkout, { ...payment, reference: '8' })).toMatchObject({
    kind: 'mismatch',
    why: 'reference',
    captureId: 'C',
  });
  expect(evaluatePayment(checkout, { ...payment, reference: null })).toMatchObject({ kind: 'paid' });
  expect(evaluatePayment(checkout, { ...payment, id: 'Q' })).toMatchObject({
    kind: 'mismatch',
    why: 'payment',
  });
  expect(evaluatePayment(checkout, { ...payment, cents: 9998 })).toMatchObject({
    kind: 'mismatch',
    why: 'amount',
  });
  expect(evaluatePayment(checkout, { ...payment, capture: { ...payment.capture, cents: 1 } })).toMatchObject({
    kind: 'mismatch',
    why: 'amount',
  });
  expect(
    evaluatePayment(checkout, { ...payment, capture: { ...payment.capture, currency: 'EUR' } }),
  ).toMatchObject({ kind: 'mismatch', why: 'currency' });
  expect(evaluatePayment(checkout, { ...payment, status: 'APPROVED', cents: 1, capture: null })).toEqual({
    kind: 'mismatch',
    why: 'amount',
    captureId: null,
  });
});

test('only a completed capture counts as paid', () => {
  const withCapture = (status: string) =>
    evaluatePayment(checkout, { ...payment, capture: { ...payment.capture, status } }).kind;
  expect([
    withCapture('PENDING'),
    withCapture('DECLINED'),
    withCapture('FAILED'),
    withCapture('REFUNDED'),
  ]).toEqual(['under-review', 'failed', 'failed', 'failed']);
  const without = (status: string) => evaluatePayment(checkout, { ...payment, status, capture: null }).kind;
  expect([
    without('APPROVED'),
    without('CREATED'),
    without('PAYER_ACTION_REQUIRED'),
    without('VOIDED'),
    without('COMPLETED'),
  ]).toEqual(['capture', 'not-approved', 'not-approved', 'gone', 'failed']);
});
