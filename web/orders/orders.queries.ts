import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { invoices } from '#contract/orders/invoices.ts';
import { orders } from '#contract/orders/orders.ts';
import { refunds, type RefundInput } from '#contract/orders/refunds.ts';
import type { CheckoutInput, Order, OrderStatus, PlacedOrder, Quote } from '#contract/orders/orders.ts';
import type { CartLine } from '#contract/shop/shop.ts';
import { addressOf } from '#contract/site/address.ts';
import { downloadFile } from '#web/app/client/call-file.ts';
import { call, callPage } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { listOptions } from '#web/app/client/list-query.ts';
import { useToken } from '#web/app/session/session.ts';
import { localStore } from '#web/ui/storage.ts';
import { orderKeyOf } from './order-keys.ts';
import { readOrders } from './read-orders.ts';

export interface StartedCheckout {
  /** What is charged. */
  quote: Quote;
  paypalOrderId: string;
  totalAmount: number;
  orderKey: string;
  input: CheckoutInput;
  lines: CartLine[];
}

export async function startCheckout(input: CheckoutInput, lines: CartLine[]): Promise<StartedCheckout> {
  const { paypalOrderId, orderKey, ...quote } = await call(orders.checkout, { body: input });
  return { quote, paypalOrderId, totalAmount: quote.totalAmount, orderKey, input, lines };
}

/** Turns an approved payment into an order; may be repeated. */
export async function placeOrder(
  { paypalOrderId, totalAmount, orderKey, input, lines }: StartedCheckout,
  payer: { id: string | null; email: string | null },
): Promise<PlacedOrder> {
  const { code: _code, email: _email, vatNumber: _vatNumber, ...address } = input;
  const payload = {
    username: localStore.get('username') ?? 'guest',
    ...address,
    paypalOrderId,
    totalAmount,
    paypalPayerId: payer.id,
    paypalPayerEmail: payer.email,
    items: lines.map(({ productId, productName, price, quantity, description, image, category }) => ({
      productId,
      productName,
      price,
      quantity,
      description,
      image,
      category,
    })),
  };
  return await call(orders.create, { body: payload, headers: { 'x-order-key': orderKey } });
}

const PENDING_MS = 4000;

const orderQuery = (id: number | null, token: string | null) =>
  queryOptions({
    queryKey: ['order', id, token],
    enabled: id !== null,
    queryFn: async () => {
      const key = id === null ? null : orderKeyOf(id);
      const headers = key ? { 'x-order-key': key } : undefined;
      const order = await call(orders.get, { params: { id: String(id) }, headers });
      return readOrders([order])[0] ?? order;
    },
    // the payment is still being confirmed: look again until it is
    refetchInterval: (query) => (query.state.data?.status === 'PENDING' ? PENDING_MS : false),
  });

export function useOrder(id: number | null) {
  return useQuery(orderQuery(id, useToken()));
}

/** The invoice of an order, or the credit note of this number. */
export function useInvoice(id: number | null, number: string | null) {
  const token = useToken();
  return useQuery({
    queryKey: ['order', id, token, 'invoice', number],
    enabled: id !== null,
    retry: false,
    queryFn: () => {
      const key = id === null ? null : orderKeyOf(id);
      const headers = key ? { 'x-order-key': key } : undefined;
      return call(invoices.get, {
        params: { id: String(id) },
        query: number === null ? {} : { number },
        headers,
      });
    },
  });
}

const readPage = ({ items, next }: { items: Order[]; next: string | null }) => ({
  items: readOrders(items),
  next,
});

const myOrdersQuery = (token: string | null) =>
  listOptions(['orders', 'mine', token], async (cursor) =>
    readPage(await callPage(orders.mine, { query: { cursor } })),
  );

export function useMyOrders() {
  const token = useToken();
  return useInfiniteQuery({ ...myOrdersQuery(token), enabled: token !== null });
}

export interface OrderFilter {
  status: OrderStatus | null;
  q: string;
  /** As in 2026-11; empty: all. */
  month: string;
}

const queryOf = ({ status, q, month }: OrderFilter) => ({
  status: status ?? undefined,
  q: q || undefined,
  month: month || undefined,
});

const allOrdersQuery = (filter: OrderFilter) =>
  listOptions(['orders', 'all', queryOf(filter)], async (cursor) =>
    readPage(
      await callPage(orders.adminAll, {
        query: { ...queryOf(filter), cursor, limit: '50' },
      }),
    ),
  );
const orderStatsQuery = queryOptions({
  queryKey: ['orders', 'stats'],
  queryFn: () => call(orders.adminStats),
});
const orderEventsQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'events', id],
    queryFn: () => call(orders.events, { params: { id: String(id) } }),
  });

export const useAllOrders = (filter: OrderFilter) =>
  useInfiniteQuery({ ...allOrdersQuery(filter), placeholderData: keepPreviousData });
export const downloadOrders = (filter: OrderFilter) =>
  downloadFile({
    ...orders.adminExport,
    path: addressOf(orders.adminExport.path, undefined, queryOf(filter)),
  });
export const downloadTaxReport = (month: string) =>
  downloadFile({ ...invoices.taxReport, path: addressOf(invoices.taxReport.path, undefined, { month }) });
export const useOrderStats = () => useQuery(orderStatsQuery);
export const useOrderEvents = (id: number) => useQuery(orderEventsQuery(id));

export interface StatusChange {
  order: Order;
  status: OrderStatus;
  carrier?: string;
  trackingNumber?: string;
  reason?: string;
}

export const useSetStatus = () =>
  useChange(
    ({ order, ...body }: StatusChange) => call(orders.setStatus, { params: { id: String(order.id) }, body }),
    { refetch: [['orders']] },
  );

/** Refunds lines or an amount of an order. */
export const useRefund = (orderId: number) =>
  useChange((body: RefundInput) => call(refunds.create, { params: { id: String(orderId) }, body }), {
    refetch: [['orders']],
  });
