import type { Quote } from '#contract/orders/orders.ts';
import {
  priceCart,
  type CodeProblem,
  type Pricing,
  type ShippingRate,
} from '#contract/shop/pricing.rules.ts';
import { Message, msg } from '#contract/text/message.ts';
import { fromAmount, toAmount } from '#server/adapters/payments/money.ts';
import type { Context } from '#server/app/context.ts';
import type { PricedLine } from '#server/app/database/columns.ts';
import type { DbOrTrx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { countryName, formatList } from '#server/app/i18n/formats.ts';
import { matchesCountry } from '#contract/shop/regions.ts';
import { toSums } from './sums.ts';
import { findCode, isUsedUpFor } from '#server/shop/discount-codes.store.ts';
import { findShipping } from '#server/shop/shipping-zones.store.ts';
import { findTaxRate } from '#server/shop/tax-rates.store.ts';

export interface Destination {
  /** As typed: a code or a name; null: not known yet. */
  country: string | null;
  region: string | null;
}

export interface PricedCart {
  pricing: Pricing;
  codeId: number | null;
  codeMessage: Message | null;
  daysMin: number | null;
  daysMax: number | null;
}

interface Delivery extends ShippingRate {
  daysMin: number | null;
  daysMax: number | null;
}

const notShippedThere = (text: Message) =>
  fail(422, 'NOT_SHIPPED_THERE', text, { fields: { shippingCountry: text } });

/** The price of the destination's zone, else that of the settings. Throws 422 where the shop doesn't ship. */
async function priceShipping(ctx: Context, db: DbOrTrx, country: string | null): Promise<Delivery> {
  const zone = await findShipping(db, country ?? '');
  if (zone !== 'default') {
    if (zone) return zone;
    if (country === null) return { cents: 0, freeFromCents: null, daysMin: null, daysMax: null };
    throw notShippedThere(msg`We don't ship to ${(language: string) => countryName(country, language)}.`);
  }
  const { shop } = ctx.settings.owner;
  const shipsThere =
    country === null ||
    shop.countries.length === 0 ||
    shop.countries.some((code) => matchesCountry(code, country));
  if (!shipsThere) {
    const where = (language: string) =>
      formatList(
        shop.countries.map((code) => countryName(code, language)),
        language,
      );
    throw notShippedThere(msg`We ship to these countries only: ${where}.`);
  }
  return {
    cents: fromAmount(shop.shippingPrice) ?? 0,
    freeFromCents: shop.shippingFreeFrom === null ? null : fromAmount(shop.shippingFreeFrom),
    daysMin: null,
    daysMax: null,
  };
}

const STATES = {
  NOT_YET: msg("This code isn't active yet."),
  OVER: msg('This code has expired.'),
  USED_UP: msg('This code has been used up.'),
};

type Code = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/** The code, or why it can't be used by this person now. */
async function readCode(db: DbOrTrx, text: string, person: string): Promise<Code | Message> {
  const code = await findCode(db, text);
  if (!code) return msg`This code isn't valid.`;
  if (code.state !== 'ACTIVE') return new Message(STATES[code.state]);
  return (await isUsedUpFor(db, code.id, person)) ? msg`You have already used this code.` : code;
}

function describeProblem(problem: CodeProblem, code: Code, currency: string): Message {
  switch (problem) {
    case 'BELOW_MINIMUM':
      return msg`Spend at least ${{ cents: code.minimumCents ?? 0, currency }} to use this code.`;
    case 'OTHER_PRODUCTS':
      return msg`This code doesn't apply to anything in your cart.`;
    case 'SHIPS_FREE':
      return msg`Shipping is already free.`;
    case 'TOO_SMALL':
      return msg`This code is worth less than a cent here.`;
  }
}

/** What the lines come to at a destination. Throws 422 where the shop doesn't ship. */
export async function priceLinesFor(
  ctx: Context,
  db: DbOrTrx,
  lines: PricedLine[],
  { destination, code: text, person }: { destination: Destination; code: string | null; person: string },
): Promise<PricedCart> {
  const { taxMode, currency } = ctx.settings.owner.shop;
  const { country, region } = destination;
  const { daysMin, daysMax, ...shipping } = await priceShipping(ctx, db, country);
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  const rate = taxMode === 'OFF' || country === null ? null : await findTaxRate(db, { country, region }, day);
  const found = text === null ? null : await readCode(db, text, person);
  const code = found instanceof Message ? null : found;
  const { problem, ...pricing } = priceCart(lines, { shipping, code, tax: { mode: taxMode, rate } });
  const applies = code !== null && problem === null;
  return {
    pricing: applies ? { ...pricing, code: code.code } : pricing,
    codeId: applies ? code.id : null,
    codeMessage:
      found instanceof Message ? found : code && problem && describeProblem(problem, code, currency),
    daysMin,
    daysMax,
  };
}

type QuoteAnswer = Omit<Quote, 'codeMessage'> & { codeMessage: Message | null };

export const toQuote = (
  { pricing, codeMessage, daysMin, daysMax }: Omit<PricedCart, 'codeId'>,
  currency: Quote['currency'],
): QuoteAnswer => ({
  ...toSums(pricing),
  shipping: toAmount(pricing.shipping),
  totalAmount: toAmount(pricing.total),
  currency,
  codeMessage,
  daysMin,
  daysMax,
});
