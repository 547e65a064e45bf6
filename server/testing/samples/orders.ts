import { plain, type Samples } from './sample.ts';

const SHIPPING = {
  shippingName: 'Ann',
  shippingAddress: '1 Road',
  shippingCity: 'Town',
  shippingState: 'NY',
  shippingZipCode: '10001',
  shippingCountry: 'US',
  shippingPhone: null,
};

export const ordersSamples: Samples = {
  ...plain('mine', 'get', 'adminAll', 'adminStats', 'adminExport', 'events', 'webhook'),
  checkout: { body: { ...SHIPPING, items: [{ productId: 999_999, quantity: 1 }] } },
  create: { body: { ...SHIPPING, username: 'guest', paypalOrderId: 'NONE', totalAmount: 1, items: [] } },
  quote: { body: { items: [{ productId: 999_999, quantity: 1 }] } },
  setStatus: { body: { status: 'PROCESSING' } },
};

export const refundsSamples: Samples = { create: { body: { amount: 1 } } };
export const invoicesSamples: Samples = plain('get', 'taxReport');

export const withdrawalsSamples: Samples = {
  ...plain('adminList'),
  declare: { body: { orderId: 999_999, email: 'ann@example.org' } },
  confirm: { body: { token: 'none' } },
};
