import { ORDER_STATUSES } from '#contract/orders/order-states.ts';
import type { Order } from '#contract/orders/orders.ts';
import { initialData } from '#web/app/client/initial-data.ts';

/** What a field is shown as when the answer lacks it. */
const unknownOrder = (): Omit<Order, 'id'> => ({
  paypalOrderId: '',
  status: 'PENDING',
  totalAmount: 0,
  subtotal: 0,
  discount: 0,
  tax: 0,
  taxLines: [],
  taxMode: 'OFF',
  shippingAmount: 0,
  currency: initialData.config.currency,
  createdAt: new Date(0).toISOString(),
  username: null,
  shippingName: '',
  shippingAddress: '',
  shippingCity: '',
  shippingState: '',
  shippingZipCode: '',
  shippingCountry: '',
  shippingPhone: null,
  paypalPayerEmail: null,
  carrier: null,
  trackingNumber: null,
  refundedAt: null,
  refundedAmount: 0,
  cancelling: false,
  checkedOutHere: false,
  invoiceNumber: null,
  creditNotes: [],
  refunds: [],
  vatNumber: null,
  items: [],
});

const isOrder = (row: unknown): row is Partial<Order> & Pick<Order, 'id'> =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number';

/** Row by row: a missing field gets its default, and a row without a number doesn't take the others down. */
export const readOrders = (rows: readonly unknown[]): Order[] =>
  rows.filter(isOrder).map((row) => {
    const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    const status = ORDER_STATUSES.find((each) => each === row.status) ?? 'PENDING';
    return { ...unknownOrder(), ...given, id: row.id, status };
  });
