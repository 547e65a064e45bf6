import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ORDER_STATUSES } from './order-states.ts';
import { Month } from '../shop/stock.ts';
import { Sums } from './sums.ts';
import { MAX_LINES, LineInput } from '../shop/shop.ts';
import {
  Currency,
  Cursor,
  IdParams,
  Limit,
  MAX_REASON,
  Sentence,
  Timestamp,
  optionalText,
  text,
} from '../values.ts';

export const OrderStatus = z.enum(ORDER_STATUSES, 'Unknown status.');
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Default and maximum page size of the admin's list. */
export const ORDERS_PAGE = 100;
export const MAX_ORDERS_PAGE = 500;
/** Of a carrier's name and of a tracking number. */
export const MAX_TRACKING = 100;

export const OrderItem = z.object({
  /** Its number in the order, from 1. */
  lineId: z.number().int(),
  productId: z.string(),
  productName: z.string(),
  price: z.number(),
  quantity: z.number().int(),
  description: z.string(),
  image: z.string().nullable(),
  category: z.string(),
  /** Null in orders from before there were variants. */
  variantId: z.number().int().nullable(),
  /** Its options, as in "Black / Large"; null where the product had none. */
  variant: z.string().nullable(),
  /** The video that it was bought from, and the second in it. */
  videoId: z.number().int().nullable(),
  at: z.number().nullable(),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const Refund = z.object({
  amount: z.number(),
  reason: z.string().nullable(),
  createdAt: Timestamp,
  /** Empty: an amount, not pieces. */
  lines: z.array(z.object({ lineId: z.number().int(), quantity: z.number().int() })),
});
export type Refund = z.infer<typeof Refund>;

export const Order = z.object({
  id: z.number().int(),
  paypalOrderId: z.string(),
  status: OrderStatus,
  totalAmount: z.number(),
  ...Sums.shape,
  /** What shipping cost; a part of the total. */
  shippingAmount: z.number(),
  currency: Currency,
  createdAt: Timestamp,
  /** The buyer's account; null for guests. */
  username: z.string().nullable(),
  shippingName: z.string(),
  shippingAddress: z.string(),
  shippingCity: z.string(),
  shippingState: z.string(),
  shippingZipCode: z.string(),
  shippingCountry: z.string(),
  shippingPhone: z.string().nullable(),
  paypalPayerEmail: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** When it was fully refunded. */
  refundedAt: Timestamp.nullable(),
  /** The amount refunded so far. */
  refundedAmount: z.number(),
  /** A cancellation waits for its refund. */
  cancelling: z.boolean(),
  /**
   * False: it was not created by a checkout of this site (samples, imports), so the provider may not know its
   * payment.
   */
  checkedOutHere: z.boolean(),
  /** Null before it is paid. */
  invoiceNumber: z.string().nullable(),
  creditNotes: z.array(z.object({ number: z.string() })),
  /** Done, oldest first. */
  refunds: z.array(Refund),
  vatNumber: z.string().nullable(),
  items: z.array(OrderItem),
});
export type Order = z.infer<typeof Order>;

/** As its buyer gets it when it is placed: `orderKey` opens it again, sent as X-Order-Key or ?key=. */
export const PlacedOrder = Order.extend({ orderKey: z.string() });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/** Characters of each field of an address. */
export const MAX_SHIPPING = {
  shippingName: 200,
  shippingAddress: 500,
  shippingCity: 200,
  shippingState: 200,
  shippingZipCode: 40,
  shippingCountry: 100,
  shippingPhone: 50,
} as const;

export const ShippingAddress = z.object({
  shippingName: text(MAX_SHIPPING.shippingName, { what: 'name' }),
  shippingAddress: text(MAX_SHIPPING.shippingAddress, { what: 'address' }),
  shippingCity: text(MAX_SHIPPING.shippingCity, { what: 'city' }),
  shippingState: text(MAX_SHIPPING.shippingState, { what: 'state' }),
  shippingZipCode: text(MAX_SHIPPING.shippingZipCode, { what: 'ZIP code' }),
  shippingCountry: text(MAX_SHIPPING.shippingCountry, { what: 'country' }),
  shippingPhone: optionalText(MAX_SHIPPING.shippingPhone, { what: 'phone number' }),
});

/** Left out: the caller's cart on the server. */
const Items = z
  .array(LineInput)
  .min(1, 'There is nothing to buy.')
  .max(MAX_LINES, rule`At most ${MAX_LINES} lines.`)
  .nullish();
const DiscountCode = optionalText(40, { what: 'discount code' });

/** What a cart comes to where it is sent. */
export const QuoteInput = z.object({
  items: Items,
  code: DiscountCode,
  /** Left out: not known yet. */
  shippingCountry: optionalText(MAX_SHIPPING.shippingCountry, { what: 'country' }),
  shippingState: optionalText(MAX_SHIPPING.shippingState, { what: 'state' }),
});
export type QuoteInput = z.input<typeof QuoteInput>;

export const Quote = Sums.extend({
  shipping: z.number(),
  totalAmount: z.number(),
  currency: Currency,
  /** Why the code does nothing; null: it does, or there is none. */
  codeMessage: Sentence.nullable(),
  /** Business days to deliver; null: the zone names none. */
  daysMin: z.number().int().nullable(),
  daysMax: z.number().int().nullable(),
});
export type Quote = z.infer<typeof Quote>;

export const CheckoutInput = ShippingAddress.extend({
  items: Items,
  code: DiscountCode,
  /** Of a buyer who is a business; printed on the invoice, changes no sum. */
  vatNumber: optionalText(40, { what: 'VAT number' }),
  /** Gets the receipt, too. */
  email: z
    .email('Please enter a valid email address.')
    .max(320)
    .or(z.literal(''))
    .nullish()
    .transform((email) => email || null),
});
export type CheckoutInput = z.input<typeof CheckoutInput>;

/** An item as the client saw it: prices and quantities are its word alone. */
const ClaimedItem = z.object({
  productId: z.union([z.string().regex(/^[\w-]{1,40}$/, "This isn't a product."), z.number()]),
  productName: optionalText(400, { what: 'name' }),
  price: z.number().nullish(),
  quantity: z.number().nullish(),
  description: optionalText(4000, { what: 'description' }),
  image: optionalText(1000, { what: 'picture' }),
  category: optionalText(100, { what: 'category' }),
});

/**
 * The payload of the specification. Only the payment's id decides; an amount, if sent, must match the
 * checkout. Everything else is recorded as the client's claim: the facts come from the checkout and from the
 * payment provider, never from here.
 */
export const OrderInput = z.object({
  paypalOrderId: z.string().regex(/^[\w-]{1,64}$/, "This isn't a payment ID."),
  totalAmount: z.number().nullish(),
  currency: optionalText(10, { what: 'currency' }),
  username: optionalText(100, { what: 'username' }),
  shippingName: optionalText(MAX_SHIPPING.shippingName, { what: 'name' }),
  shippingAddress: optionalText(MAX_SHIPPING.shippingAddress, { what: 'address' }),
  shippingCity: optionalText(MAX_SHIPPING.shippingCity, { what: 'city' }),
  shippingState: optionalText(MAX_SHIPPING.shippingState, { what: 'state' }),
  shippingZipCode: optionalText(MAX_SHIPPING.shippingZipCode, { what: 'ZIP code' }),
  shippingCountry: optionalText(MAX_SHIPPING.shippingCountry, { what: 'country' }),
  shippingPhone: optionalText(MAX_SHIPPING.shippingPhone, { what: 'phone number' }),
  paypalPayerId: optionalText(64, { what: 'payer' }),
  paypalPayerEmail: optionalText(320, { what: "payer's email" }),
  items: z
    .array(ClaimedItem)
    .max(MAX_LINES, rule`At most ${MAX_LINES} lines.`)
    .nullish(),
});
export type OrderInput = z.input<typeof OrderInput>;

export const OrderStats = z.object({
  paidOrders: z.number().int(),
  processingOrders: z.number().int(),
  shippedOrders: z.number().int(),
  /** In the shop's currency. */
  totalRevenue: z.number(),
  /** Earlier revenue in other currencies: never added to the shop's own. */
  otherRevenue: z.array(z.object({ currency: Currency, amount: z.number() })),
});
export type OrderStats = z.infer<typeof OrderStats>;

export const OrderEvent = z.object({
  id: z.number().int(),
  /** Who: a username, or "system", "buyer". */
  actor: z.string(),
  /** What, as a sentence. */
  text: Sentence,
  status: OrderStatus,
  createdAt: Timestamp,
});
export type OrderEvent = z.infer<typeof OrderEvent>;
export type OrderEventAnswer = z.input<typeof OrderEvent>;

const Filter = z.object({
  status: OrderStatus.optional(),
  q: optionalText(100, { what: 'search' }),
  month: Month.optional(),
});

export const orders = {
  checkout: endpoint({
    method: 'POST',
    path: '/api/checkout',
    access: 'public',
    body: CheckoutInput,
    response: Quote.extend({
      checkoutId: z.number().int(),
      paypalOrderId: z.string(),
      orderKey: z.string(),
    }),
    summary:
      "Create a checkout with its items, address and amount, and the provider's payment for that amount",
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/checkout/quote',
    access: 'public',
    body: QuoteInput,
    response: Quote,
    summary: 'The total of a cart for a destination, with a discount code. Nothing is stored',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/orders',
    access: 'public',
    body: OrderInput,
    response: PlacedOrder,
    also: 201,
    summary: 'Capture an approved payment and turn its checkout into an order. 201, or 200 if repeated',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/orders/mine',
    access: 'user',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(Order),
    summary: "The caller's orders, newest first, 50 per page",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/orders/{id}',
    access: 'public',
    params: IdParams,
    query: z.object({ key: z.string().max(200).optional() }),
    headers: ['X-Order-Key'],
    response: Order,
    summary: 'One order, for its buyer, an admin, or anyone with its key (X-Order-Key)',
  }),
  adminAll: endpoint({
    method: 'GET',
    path: '/api/orders/admin/all',
    access: 'admin',
    query: Filter.extend({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(Order),
    summary: `Orders, newest first, ${ORDERS_PAGE} per page. X-Next-Cursor is the next page's cursor`,
  }),
  adminStats: endpoint({
    method: 'GET',
    path: '/api/orders/admin/stats',
    access: 'admin',
    response: OrderStats,
    summary:
      "Counts of paid, processing and shipped orders, and the revenue of all that weren't cancelled, less refunds",
  }),
  adminExport: endpoint({
    method: 'GET',
    path: '/api/orders/admin/export',
    access: 'admin',
    query: Filter,
    produces: 'text/csv',
    summary: 'Orders as CSV, one row each',
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/orders/{id}/events',
    access: 'admin',
    params: IdParams,
    response: z.array(OrderEvent),
    summary: "An order's history, newest first",
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/api/orders/{id}/status',
    access: 'admin',
    params: IdParams,
    body: z.object({
      status: OrderStatus,
      carrier: optionalText(MAX_TRACKING, { what: 'carrier' }),
      trackingNumber: optionalText(MAX_TRACKING, { what: 'tracking number' }),
      reason: optionalText(MAX_REASON, { what: 'reason' }),
    }),
    response: Order,
    also: 202,
    summary:
      "Change an order's status. CANCELLED refunds first, with 202 while the provider is pending. Any other transition is 409",
  }),
  /** Handled outside the usual route: the signature covers the raw bytes. */
  webhook: endpoint({
    method: 'POST',
    path: '/api/payments/paypal/webhook',
    access: 'public',
    anonymous: true,
    response: z.object({ received: z.literal(true) }),
    summary: "The payment provider's signed webhooks. Anything else is 400",
  }),
};
