import type { Language } from '#contract/text/languages.ts';
import { shippingCents } from '#contract/shop/shipping.ts';
import { msg } from '#contract/text/message.ts';
import { PaymentError, type Payment, type Payments } from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import type { Shipping } from '#server/app/database/columns.ts';
import { transact } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { countryName, formatList } from '#server/app/i18n/formats.ts';
import { findShortage, priceLines } from '#server/shop/products.store.ts';
import { retainPictures, transactStock } from '#server/shop/sales.actions.ts';
import {
  attachPayment,
  countOpen,
  insertCheckout,
  lockLeftOpen,
  sumLines,
  type Checkout,
} from './checkouts.store.ts';
import { closeCheckout, reserveCheckout } from './reserve.actions.ts';
import { findOrder } from './orders.store.ts';

/** Open checkouts of one person; of more the oldest are closed. */
const MAX_OPEN_PER_PERSON = 10;
/** Open checkouts per address: a school or an office at once. Each polls the provider until it expires. */
const MAX_OPEN_PER_ADDRESS = 200;

/** The shop's settings, where it sells to this country now. Throws 409 and 422. */
function openShop(ctx: Context, country: string) {
  const { shop } = ctx.settings.owner;
  if (!shop.open || !shop.offered) throw fail(409, 'SHOP_CLOSED', 'The shop is currently closed.');
  const normalized = country.trim().toLowerCase();
  const isIt = (code: string) =>
    [code, countryName(code, 'en')].some((name) => name.toLowerCase() === normalized);
  if (shop.countries.length === 0 || shop.countries.some(isIt)) return shop;
  const where = (language: string) =>
    formatList(
      shop.countries.map((code) => countryName(code, language)),
      language,
    );
  throw fail(422, 'NOT_SHIPPED_THERE', msg`We ship to these countries only: ${where}.`, {
    fields: { shippingCountry: msg`We ship to these countries only: ${where}.` },
  });
}

/** Prices the lines and stores the checkout. Stock isn't reserved before payment. */
export async function createCheckout(
  ctx: Context,
  from: {
    person: string;
    userId: number | null;
    address: string;
    items: { productId: number; quantity: number }[];
    shipping: Shipping;
    language: Language;
  },
): Promise<Checkout> {
  const shop = openShop(ctx, from.shipping.shippingCountry);
  const orderKey = ctx.random.bytes(24).toString('base64url');
  return await transact(ctx.db, async (trx) => {
    for (const checkout of await lockLeftOpen(trx, from.person, MAX_OPEN_PER_PERSON - 1)) {
      const order = await findOrder(trx, { checkoutId: checkout.id });
      await closeCheckout(ctx, trx, { checkout, order }, 'EXPIRED');
    }
    if (ctx.settings.RATE_LIMIT && (await countOpen(trx, from.address)) >= MAX_OPEN_PER_ADDRESS)
      throw fail(
        429,
        'TOO_MANY',
        'Too many checkouts were started from your network and not finished. Please try again later.',
        { retryAfter: 600 },
      );
    const { lines, unknown } = await priceLines(trx, from.items);
    if (unknown.length)
      throw fail(
        422,
        'UNKNOWN_PRODUCT',
        'Something in your cart is no longer for sale. Please remove it and try again.',
      );
    const missing = await findShortage(trx, lines);
    if (missing)
      throw fail(
        409,
        'OUT_OF_STOCK',
        msg`There aren't enough of “${missing}” left. Please update your cart and try again.`,
      );
    await retainPictures(trx, lines);
    return await insertCheckout(trx, {
      ...from,
      orderKey,
      lines,
      currency: shop.currency,
      shippingCents: shippingCents(sumLines(lines), {
        price: shop.shippingPrice,
        freeFrom: shop.shippingFreeFrom,
      }),
    });
  });
}

/** The provider's payment of a checkout. */
export async function createPayment(ctx: Context, service: Payments, checkout: Checkout): Promise<Payment> {
  try {
    const payment = await service.createOrder({
      reference: String(checkout.id),
      cents: checkout.cents,
      currency: checkout.currency,
      requestId: `create-${checkout.id}-${checkout.orderKey}`,
      description: checkout.lines.map((line) => `${line.quantity} x ${line.name}`).join(', '),
    });
    await attachPayment(ctx.db, checkout.id, payment.id);
    return payment;
  } catch (error) {
    // this payment was never returned to a buyer, so it can't be paid
    await transactStock(ctx, async (trx) =>
      closeCheckout(ctx, trx, await reserveCheckout(trx, checkout.id), 'EXPIRED'),
    );
    if (!(error instanceof PaymentError)) throw error;
    ctx.log.warn('A payment could not be created.', {
      checkout: checkout.id,
      problem: error.problem,
      issue: error.issue,
      error,
    });
    throw fail(
      503,
      'PROVIDER_DOWN',
      "We can't reach the payment provider right now. You haven't been charged. Please try again in a moment.",
      { retryAfter: 10 },
    );
  }
}
