import { invoices, writeInvoiceNumber } from '#contract/orders/invoices.ts';
import { orders, type PlacedOrder } from '#contract/orders/orders.ts';
import type { LineToBuy } from '#contract/shop/shop.ts';
import { msg } from '#contract/text/message.ts';
import { fromAmount } from '#server/adapters/payments/money.ts';
import type { Payments } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import { fail, type HttpError } from '#server/app/http/errors.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import type { Caller } from '#server/app/http/callers/caller.ts';
import type { Routes } from '#server/app/http/handle.ts';
import { addressGroup } from '#server/app/http/callers/rate-limits.ts';
import { languageOf } from '#server/app/i18n/request-language.ts';
import { listCart } from '#server/shop/cart.store.ts';
import { createCheckout, createPayment, quoteCart } from './checkout.actions.ts';
import { findCheckout, saveClientPayload, type Checkout } from './checkouts.store.ts';
import { toInvoice } from './invoices/invoices.actions.ts';
import { listInvoices } from './invoices/invoices.store.ts';
import type { Settled } from './settle-states.actions.ts';
import { toQuote, type PricedCart } from './quote.actions.ts';
import { settleCheckout } from './settle.actions.ts';
import { claimOrder, findOrder, isKeyOf, listOrdersOf, toOrder, type OrderRow } from './orders.store.ts';
import { isAdmin } from '#server/app/http/callers/roles.ts';

const noOrder = () => fail(404, 'NOT_FOUND', 'Order not found');

function serviceOf(ctx: Context): Payments {
  if (!ctx.payments.service) throw fail(503, 'PAYMENTS_OFF', 'Payments aren’t set up on this site yet.');
  return ctx.payments.service;
}

export const ordersRoutes: Routes = (route) => {
  route(orders.checkout, async ({ ctx, body, caller, user, request, reply }) => {
    const service = serviceOf(ctx);
    const address = addressGroup(caller.address);
    await ctx.rateLimits.require('checkout', address);
    const { items, code, vatNumber, email, ...shipping } = body;
    const basket = await readBasket(ctx, caller, user, { items, code });
    const { checkout, priced } = await limitCodes(ctx, address, code, () =>
      createCheckout(ctx, {
        ...basket,
        destination: { country: shipping.shippingCountry, region: shipping.shippingState },
        userId: user?.id ?? null,
        address,
        shipping,
        email,
        vatNumber,
        language: languageOf(request, ctx.settings.owner.languages),
      }),
    );
    const payment = await createPayment(ctx, service, checkout);
    reply.header('cache-control', 'no-store');
    return {
      checkoutId: checkout.id,
      paypalOrderId: payment.id,
      ...toQuote(priced, checkout.currency),
      orderKey: checkout.orderKey,
    };
  });

  route(orders.quote, async ({ ctx, body, caller, user, reply }) => {
    const address = addressGroup(caller.address);
    ctx.rateLimits.require('quote', address);
    const basket = await readBasket(ctx, caller, user, body);
    const { priced } = await limitCodes(ctx, address, body.code, () =>
      quoteCart(ctx, {
        ...basket,
        destination: { country: body.shippingCountry, region: body.shippingState },
      }),
    );
    reply.header('cache-control', 'no-store');
    return toQuote(priced, ctx.settings.owner.shop.currency);
  });

  route(orders.create, async ({ ctx, body, caller, request, reply }) => {
    serviceOf(ctx);
    await ctx.rateLimits.require('order', addressGroup(caller.address));
    const checkout = await findCheckout(ctx.db, { paymentId: body.paypalOrderId });
    if (
      !checkout ||
      !isBuyer(
        checkout,
        caller,
        request.headers['x-order-key'],
        (visitor) => ctx.visitors.read(request) === visitor,
      )
    ) {
      throw fail(422, 'UNKNOWN_PAYMENT', "This payment doesn't belong to any of your checkouts.");
    }
    const total = body.totalAmount ?? null;
    if (total !== null && fromAmount(total) !== checkout.cents)
      throw fail(422, 'AMOUNT_MISMATCH', "The amount doesn't match the checkout.", {
        fields: { totalAmount: "This amount doesn't match the checkout." },
      });
    if ((body.currency ?? checkout.currency) !== checkout.currency)
      throw fail(422, 'CURRENCY_MISMATCH', msg`This was checked out in ${checkout.currency}.`);
    await saveClientPayload(ctx.db, checkout.id, body);
    const settled = await settleCheckout(ctx, checkout.id, { buyer: true });
    if (!settled.order) throw rejection(settled.why);
    if (await claimOrder(ctx.db, settled.order.id)) reply.code(201);
    return placed(settled.order);
  });

  route(orders.mine, async ({ ctx, user, query }) => await listOrdersOf(ctx.db, user.id, query.cursor));

  route(orders.get, async ({ ctx, params, query, user, request }) =>
    toOrder(await readOwnOrder(ctx, params.id, user, [query.key, request.headers['x-order-key']])),
  );
  route(invoices.get, async ({ ctx, params, query, user, request, reply }) => {
    const order = await readOwnOrder(ctx, params.id, user, [query.key, request.headers['x-order-key']]);
    const all = await listInvoices(ctx.db, order.id);
    const invoice = all.find(({ kind, number }) =>
      query.number ? writeInvoiceNumber(kind, number) === query.number : kind === 'INVOICE',
    );
    if (!invoice) throw fail(404, 'NOT_FOUND', 'Invoice not found');
    reply.header('cache-control', 'no-store');
    return toInvoice(invoice, all);
  });
};

/** For its owner, admins and who holds its key. Throws 404. */
async function readOwnOrder(
  ctx: Context,
  id: number,
  user: User | null,
  keys: (string | string[] | undefined)[],
): Promise<OrderRow> {
  const order = await findOrder(ctx.db, { id });
  const mayRead =
    order &&
    (isAdmin(user) ||
      (user && order.user_id === user.id) ||
      keys.some((key) => typeof key === 'string' && isKeyOf(order, key)));
  if (!order || !mayRead) throw noOrder();
  return order;
}

const placed = (order: OrderRow): PlacedOrder => ({ ...toOrder(order), orderKey: order.order_key });

/** What is bought: the items sent along, else the caller's cart. Throws 400 where there is nothing. */
async function readBasket(
  ctx: Context,
  caller: Caller,
  user: User | null,
  { items, code }: { items?: LineToBuy[] | null | undefined; code: string | null },
) {
  const wanted =
    items ??
    (user
      ? (await listCart(ctx.db, user.id)).map((line) => ({ ...line, productId: Number(line.productId) }))
      : []);
  if (!wanted.length)
    throw fail(400, 'INVALID_INPUT', 'Your cart is empty', {
      fields: { items: 'There is nothing to buy.' },
    });
  return { items: wanted, code, person: caller.person() };
}

/** Codes that do nothing count towards a limit that is checked before a code is read: they can't be guessed. Throws 429. */
async function limitCodes<T extends { priced: PricedCart }>(
  { rateLimits }: Context,
  address: string,
  code: string | null,
  price: () => Promise<T>,
): Promise<T> {
  if (code === null) return await price();
  await rateLimits.require('discount-code', address);
  const result = await price();
  if (!result.priced.codeMessage) await rateLimits.giveBack('discount-code', address);
  return result;
}

/** Who made the checkout: signed in or by the visitor's cookie, or by the key it was answered with. */
function isBuyer(
  checkout: Checkout,
  caller: Caller,
  key: string | string[] | undefined,
  isVisitor: (visitor: string) => boolean,
): boolean {
  if (caller.knownPerson() === checkout.person) return true;
  if (checkout.person.startsWith('v') && isVisitor(checkout.person.slice(1))) return true;
  return typeof key === 'string' && isKeyOf({ order_key: checkout.orderKey }, key);
}

function rejection(why: Exclude<Settled, { order: OrderRow }>['why']): HttpError {
  switch (why) {
    case 'not-approved':
      return fail(422, 'PAYMENT_NOT_APPROVED', "This payment hasn't been approved yet. Nothing was charged.");
    case 'declined':
      return fail(
        422,
        'PAYMENT_DECLINED',
        'The payment was declined. Nothing was charged; please try another way to pay.',
      );
    case 'mismatch':
      return fail(422, 'PAYMENT_MISMATCH', "The payment doesn't match the checkout.");
    case 'sold-out':
      return fail(
        409,
        'OUT_OF_STOCK',
        'Something in your cart sold out before it was paid. Nothing was charged.',
      );
    case 'code-used-up':
      return fail(
        409,
        'CODE_USED_UP',
        'The discount code was used up before you paid. Nothing was charged; please check out again.',
      );
    case 'expired':
      return fail(
        409,
        'CHECKOUT_EXPIRED',
        'This checkout has expired. Nothing was charged; please check out again.',
      );
    case 'gone':
      return fail(
        422,
        'PAYMENT_GONE',
        'This payment can no longer be used. Nothing was charged; please check out again.',
      );
    case 'unavailable':
      return fail(
        503,
        'PROVIDER_DOWN',
        "We can't reach the payment provider right now. Please try again in a moment.",
        { retryAfter: 10 },
      );
  }
}
