import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listenAsPaypal, type PaypalServer } from '#standins/paypal/listen.ts';
import { makeCertificate } from '#standins/paypal/certificate.ts';
import type { Payments } from './payments.ts';
import { openPaypal } from './paypal.ts';
import { isTrustedCertUrl } from './webhook.ts';

let paypal: PaypalServer;
let payments: Payments;
let turn = 0;

beforeAll(async () => {
  paypal = await listenAsPaypal();
});
afterAll(() => paypal.close());
beforeEach(() => {
  Object.assign(paypal.switches, { outcome: null, refund: null, slowMs: 0, status: null, drop: null });
  payments = openPaypal({
    apiUrl: paypal.url,
    clientId: paypal.clientId,
    clientSecret: paypal.clientSecret,
    webhookId: paypal.webhookId,
  });
});

const create = (cents = 9999) =>
  payments.createOrder({
    reference: '7',
    cents,
    breakdown: { items: cents, discount: 0, shipping: 0, tax: 0 },
    currency: 'USD',
    description: 'Sunglasses',
    requestId: `create-${++turn}`,
  });
const headersOf = (signed: { headers: Record<string, string> }) => ({ ...signed.headers });

test('creates, approves, captures and refunds a payment', async () => {
  const created = await create(12_345);
  expect(created).toMatchObject({
    status: 'CREATED',
    reference: '7',
    cents: 12_345,
    currency: 'USD',
    capture: null,
  });
  expect(paypal.orders.get(created.id)?.amount).toMatchObject({
    currency_code: 'USD',
    value: '123.45',
    breakdown: { item_total: { currency_code: 'USD', value: '123.45' } },
  });
  await expect(payments.captureOrder(created.id, 'early')).rejects.toMatchObject({
    problem: 'not-approved',
    issue: 'ORDER_NOT_APPROVED',
  });
  paypal.approve(created.id);
  const captured = await payments.captureOrder(created.id, 'capture-1');
  expect(captured).toMatchObject({
    status: 'COMPLETED',
    payerId: 'QYR5Z8XDVJNXQ',
    payerEmail: 'buyer@example.org',
    capture: { status: 'COMPLETED', cents: 12_345 },
  });
  const captureId = captured.capture?.id ?? '';
  const refund = (requestId: string) =>
    payments.refund(captureId, { cents: 12_345, currency: 'USD', requestId });
  for (const status of ['FAILED', 'PENDING'] as const) {
    paypal.switches.refund = status;
    expect(await refund(status)).toMatchObject({ status });
  }
  expect(await payments.getOrder(created.id)).toMatchObject({ refundedCents: 0, pendingCents: 12_345 });
  paypal.settleRefund(created.id, 'COMPLETED');
  expect(await payments.getOrder(created.id)).toMatchObject({ refundedCents: 12_345, pendingCents: 0 });
  await expect(refund('again')).rejects.toMatchObject({ problem: 'refunded' });
  expect((await payments.getOrder(created.id)).capture?.status).toBe('REFUNDED');
});

test('the same request ID returns the first response; a new one after the capture fails as already captured', async () => {
  const { id } = await create();
  paypal.approve(id);
  const first = await payments.captureOrder(id, `once-${id}`);
  expect(await payments.captureOrder(id, `once-${id}`)).toEqual(first);
  await expect(payments.captureOrder(id, `twice-${id}`)).rejects.toMatchObject({ problem: 'captured' });
});

test('reports a declined instrument and a capture under review', async () => {
  const { id } = await create();
  paypal.approve(id, { outcome: 'DECLINED' });
  await expect(payments.captureOrder(id, `declined-${id}`)).rejects.toMatchObject({
    problem: 'declined',
    issue: 'INSTRUMENT_DECLINED',
  });
  paypal.approve(id, { outcome: 'PENDING' });
  expect((await payments.captureOrder(id, `pending-${id}`)).capture?.status).toBe('PENDING');
});

test('reports a dropped response, a 500 and a refused connection as unavailable; a repeated capture charges once', async () => {
  const { id } = await create();
  paypal.approve(id);
  paypal.switches.drop = 'capture';
  await expect(payments.captureOrder(id, `drop-${id}`)).rejects.toMatchObject({ problem: 'unavailable' });
  paypal.switches.drop = null;
  const captured = await payments.captureOrder(id, `drop-${id}`);
  expect(captured.capture?.id).toBe(paypal.orders.get(id)?.capture?.id);
  paypal.switches.status = 500;
  await expect(payments.getOrder(id)).rejects.toMatchObject({ problem: 'unavailable' });
  paypal.switches.status = null;
  await paypal.down();
  await expect(payments.getOrder(id)).rejects.toMatchObject({ problem: 'unavailable' });
  await paypal.up();
  expect((await payments.getOrder(id)).status).toBe('COMPLETED');
});

test('reports wrong credentials and unknown payments', async () => {
  const stranger = openPaypal({ apiUrl: paypal.url, clientId: 'x', clientSecret: 'y', webhookId: null });
  await expect(stranger.getOrder('NOPE')).rejects.toMatchObject({ problem: 'unavailable' });
  await expect(payments.getOrder('NOPE')).rejects.toMatchObject({ problem: 'not-found' });
});

test('accepts only unaltered webhooks for our webhook ID with a certificate from a trusted URL', async () => {
  const signed = paypal.webhooks.sign('PAYMENT.CAPTURE.COMPLETED', 'capture', {
    id: 'CAP1',
    supplementary_data: { related_ids: { order_id: 'ORD1' } },
  });
  const body = Buffer.from(signed.body);
  expect(await payments.verifyWebhook(headersOf(signed), body)).toEqual({
    id: expect.stringMatching(/^WH-/),
    type: 'PAYMENT.CAPTURE.COMPLETED',
    paymentId: 'ORD1',
    captureId: 'CAP1',
  });
  expect(
    await payments.verifyWebhook(headersOf(signed), Buffer.from(signed.body.replace('ORD1', 'ORD2'))),
  ).toBeNull();
  expect(
    await payments.verifyWebhook(
      { ...headersOf(signed), 'paypal-transmission-time': new Date(0).toISOString() },
      body,
    ),
  ).toBeNull();
  expect(
    await payments.verifyWebhook(
      { ...headersOf(signed), 'paypal-cert-url': 'https://paypal.com.example.org/cert' },
      body,
    ),
  ).toBeNull();
  expect(await payments.verifyWebhook({ 'content-type': 'application/json' }, body)).toBeNull();
  const other = openPaypal({
    apiUrl: paypal.url,
    clientId: paypal.clientId,
    clientSecret: paypal.clientSecret,
    webhookId: 'ANOTHER',
  });
  expect(await other.verifyWebhook(headersOf(signed), body)).toBeNull();
});

test('asks the provider to verify when the certificate is unavailable', async () => {
  const signed = paypal.webhooks.sign('CHECKOUT.ORDER.APPROVED', 'checkout-order', { id: 'ORD1' });
  const headers = { ...headersOf(signed), 'paypal-cert-url': `${paypal.url}/v1/notifications/certs/GONE` };
  expect(await payments.verifyWebhook(headers, Buffer.from(signed.body))).toMatchObject({
    paymentId: 'ORD1',
  });
  expect(await payments.verifyWebhook(headers, Buffer.from(signed.body.replace('ORD1', 'ORD2')))).toBeNull();
});

test("accepts certificates from PayPal over HTTPS, or from the API's own origin", () => {
  const api = 'https://api-m.paypal.com';
  expect(isTrustedCertUrl('https://api.paypal.com/v1/notifications/certs/CERT-1', api)).toBe(true);
  expect(isTrustedCertUrl('https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', api)).toBe(true);
  expect(isTrustedCertUrl('http://127.0.0.1:9/c', 'http://localhost:9')).toBe(true);
  expect(isTrustedCertUrl('http://127.0.0.1:8/c', 'http://localhost:9')).toBe(false);
  for (const bad of [
    'http://api.paypal.com/c',
    'https://evilpaypal.com/c',
    'https://paypal.com.evil.org/c',
    'https://paypal.com@evil.org/c',
    'https://u:p@api.paypal.com/c',
    'https://api.paypal.com:8443/c',
    'file:///etc/passwd',
    'x',
  ]) {
    expect(isTrustedCertUrl(bad, api), bad).toBe(false);
  }
  expect(makeCertificate('x').certificate).toContain('BEGIN CERTIFICATE');
});

test('treats an invalid or missing amount as no response', async () => {
  const { id } = await create();
  const order = paypal.orders.get(id);
  for (const value of ['about 100', '99.999', '-99.99', '']) {
    if (order) order.amount = { currency_code: 'USD', value };
    await expect(payments.getOrder(id), value).rejects.toMatchObject({ problem: 'unavailable' });
  }
  if (order) order.amount = undefined as never;
  await expect(payments.getOrder(id)).rejects.toMatchObject({ problem: 'unavailable' });
});
