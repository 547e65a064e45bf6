import type { Language } from '#contract/text/languages.ts';
import type { Pricing } from '#contract/shop/pricing.rules.ts';
import { MAX_QUANTITY, type LineToBuy } from '#contract/shop/shop.ts';
import { msg } from '#contract/text/message.ts';
import { checkVAT, countries } from 'jsvat';
import {
  PaymentError,
  type Breakdown,
  type Payment,
  type Payments,
} from '#server/adapters/payments/payments.ts';
import type { Context } from '#server/app/context.ts';
import type { Shipping } from '#server/app/database/columns.ts';
import { transact, type DbOrTrx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { findShortage, priceLines } from '#server/shop/products.store.ts';
import { retainPictures, transactStock } from '#server/shop/sales.actions.ts';
import { attachPayment, countOpen, insertCheckout, lockLeftOpen, type Checkout } from './checkouts.store.ts';
import { priceLinesFor, type Destination, type PricedCart } from './quote.actions.ts';
import { closeCheckout, reserveCheckout } from './reserve.actions.ts';
import { findOrder } from './orders.store.ts';

/** Open checkouts of one person; of more the oldest are closed. */
const MAX_OPEN_PER_PERSON = 10;
/** Open checkouts per address: a school or an office at once. Each polls the provider until it expires. */
const MAX_OPEN_PER_ADDRESS = 200;

/** The shop's settings. Throws 409 while it is closed. */
function openShop(ctx: Context) {
  const { shop } = ctx.settings.owner;
  if (!shop.open || !shop.offered) throw fail(409, 'SHOP_CLOSED', 'The shop is currently closed.');
  return shop;
}

export interface Basket {
  items: LineToBuy[];
  destination: Destination;
  code: string | null;
  person: string;
}

/** The catalog's lines and what they come to. Throws 409 and 422. */
async function priceBasket(ctx: Context, db: DbOrTrx, basket: Basket) {
  const { lines, unknown } = await priceLines(db, basket.items);
  if (unknown.length)
    throw fail(
      422,
      'UNKNOWN_PRODUCT',
      'Something in your cart is no longer for sale. Please remove it and try again.',
    );
  if (lines.some(({ quantity }) => quantity > MAX_QUANTITY))
    throw fail(400, 'INVALID_INPUT', msg`At most ${MAX_QUANTITY} of one product.`, {
      fields: { items: msg`At most ${MAX_QUANTITY} of one product.` },
    });
  return { lines, priced: await priceLinesFor(ctx, db, lines, basket) };
}

/** What a cart comes to; nothing is stored. */
export async function quoteCart(ctx: Context, basket: Basket): Promise<{ priced: PricedCart }> {
  openShop(ctx);
  return await priceBasket(ctx, ctx.db, basket);
}

/** Prices the lines and stores the checkout. Stock isn't reserved before payment. */
export async function createCheckout(
  ctx: Context,
  from: Basket & {
    userId: number | null;
    address: string;
    shipping: Shipping;
    email: string | null;
    vatNumber: string | null;
    language: Language;
  },
): Promise<{ checkout: Checkout; priced: PricedCart }> {
  const shop = openShop(ctx);
  requireVatNumber(from.vatNumber);
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
    const { lines, priced } = await priceBasket(ctx, trx, from);
    if (priced.pricing.total === 0)
      throw fail(422, 'NOTHING_TO_PAY', 'There is nothing to pay, so this order can’t be placed.');
    const missing = await findShortage(trx, lines);
    if (missing)
      throw fail(
        409,
        'OUT_OF_STOCK',
        msg`There aren't enough of “${missing}” left. Please update your cart and try again.`,
      );
    await retainPictures(trx, lines);
    const { pricing, codeId } = priced;
    const checkout = await insertCheckout(trx, {
      ...from,
      orderKey,
      lines,
      currency: shop.currency,
      pricing,
      codeId,
    });
    return { checkout, priced };
  });
}

/** Its form alone: whether it is registered isn't asked. Throws 400. */
function requireVatNumber(vatNumber: string | null): void {
  if (vatNumber === null || checkVAT(vatNumber, countries).isValidFormat) return;
  throw fail(400, 'INVALID_INPUT', 'Please enter a VAT number such as DE123456789.', {
    fields: { vatNumber: 'Please enter a VAT number such as DE123456789.' },
  });
}

/** With tax that is contained in the prices, none is shown beside them. */
const breakDown = ({ subtotal, discount, shipping, tax, taxMode }: Pricing): Breakdown => ({
  items: subtotal,
  discount,
  shipping,
  tax: taxMode === 'EXCLUSIVE' ? tax : 0,
});

/** The provider's payment of a checkout. */
export async function createPayment(ctx: Context, service: Payments, checkout: Checkout): Promise<Payment> {
  try {
    const payment = await service.createOrder({
      reference: String(checkout.id),
      cents: checkout.cents,
      breakdown: breakDown(checkout.pricing),
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
