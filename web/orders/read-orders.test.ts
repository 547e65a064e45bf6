import { expect, test } from 'vitest';
import { readOrders } from './read-orders.ts';

const specified = {
  id: 7,
  paypalOrderId: 'P-7',
  status: 'SHIPPED',
  totalAmount: 29.99,
  createdAt: '2026-01-02T03:04:05.000Z',
  shippingName: 'Ada',
  shippingPhone: null,
};

test('an order with only the fields of the specification is shown with defaults for the others', () => {
  expect(readOrders([specified])).toEqual([
    expect.objectContaining({
      ...specified,
      currency: 'USD',
      shippingAmount: 0,
      refundedAmount: 0,
      carrier: null,
      items: [],
    }),
  ]);
});

test('one invalid row does not break the others', () => {
  const bad = [null, 'order', {}, { ...specified, id: 8, status: 'LOST', items: null, currency: null }];
  expect(readOrders([...bad, specified])).toMatchObject([
    { id: 8, status: 'PENDING', items: [], currency: 'USD' },
    { id: 7, status: 'SHIPPED' },
  ]);
});
