/**
 * All arithmetic with money: what a cart comes to, and what of it a refund returns. Amounts are whole cents, rates
 * thousandths of a percent; both are integers, so nothing is rounded except where noted.
 */

export const TAX_MODES = ['OFF', 'INCLUSIVE', 'EXCLUSIVE'] as const;
export type TaxMode = (typeof TAX_MODES)[number];

/** What a line costs: price × quantity. */
export interface LineToPrice {
  productId: number;
  cents: number;
  quantity: number;
}

export interface ShippingRate {
  cents: number;
  /** Items that cost this much ship free; null: none do. */
  freeFromCents: number | null;
}

export interface CodeToApply {
  kind: 'PERCENT' | 'AMOUNT' | 'SHIPPING';
  /** PERCENT: hundredths of a percent. AMOUNT: cents. */
  value: number;
  /** Of the whole cart before any discount. */
  minimumCents: number | null;
  /** Empty: all. */
  productIds: number[];
}

/** Why a code does nothing to this cart. */
export type CodeProblem = 'BELOW_MINIMUM' | 'OTHER_PRODUCTS' | 'SHIPS_FREE' | 'TOO_SMALL';

export interface TaxToApply {
  mode: TaxMode;
  /** Null: none applies at the destination. */
  rate: number | null;
}

export interface TaxLine {
  rate: number;
  net: number;
  tax: number;
}

/** The sums of a cart, as they are stored with its checkout and its order. */
export interface Pricing {
  subtotal: number;
  discount: number;
  /** The part of the discount of each line. */
  discounts: number[];
  shipping: number;
  taxMode: TaxMode;
  tax: number;
  /** Of each line, and of shipping. */
  taxes: number[];
  shippingTax: number;
  taxLines: TaxLine[];
  total: number;
  /** The discount code that took effect. */
  code?: string | null;
}

const sum = (all: number[]): number => all.reduce((total, each) => total + each, 0);

/** a × b ÷ c, rounded half away from zero, for whole numbers that are not negative. */
function share(a: number, b: number, c: number): number {
  const [product, divisor] = [BigInt(a) * BigInt(b), BigInt(c)];
  return Number((2n * product + divisor) / (2n * divisor));
}

/** Divides cents in proportion to the weights: the largest remainder first, ties to the earlier. */
export function allocate(cents: number, weights: number[]): number[] {
  const whole = BigInt(sum(weights));
  if (whole === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const shares = exact.map((each) => Number(each / whole));
  const rest = cents - sum(shares);
  const first = exact
    .map((each, at) => ({ at, remainder: each % whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
    .slice(0, rest);
  for (const { at } of first) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** What shipping costs where the items cost so much. */
export const shippingCents = (subtotal: number, { cents, freeFromCents }: ShippingRate): number =>
  freeFromCents !== null && subtotal >= freeFromCents ? 0 : cents;

export const subtotalOf = (lines: Pick<LineToPrice, 'cents' | 'quantity'>[]): number =>
  sum(lines.map(({ cents, quantity }) => cents * quantity));

/** What the code takes off each line, or why it takes nothing off. */
function applyCode(
  lines: LineToPrice[],
  shipping: number,
  code: CodeToApply,
): { discounts: number[]; shipping: number; problem: CodeProblem | null } {
  const none = (problem: CodeProblem | null, sent = shipping) => ({
    discounts: lines.map(() => 0),
    shipping: sent,
    problem,
  });
  if (code.minimumCents !== null && subtotalOf(lines) < code.minimumCents) return none('BELOW_MINIMUM');
  const weights = lines.map(({ productId, cents, quantity }) =>
    code.productIds.length === 0 || code.productIds.includes(productId) ? cents * quantity : 0,
  );
  const eligible = sum(weights);
  if (eligible === 0) return none('OTHER_PRODUCTS');
  if (code.kind === 'SHIPPING') return shipping === 0 ? none('SHIPS_FREE') : none(null, 0);
  const discount = code.kind === 'PERCENT' ? share(eligible, code.value, 10_000) : code.value;
  if (discount === 0) return none('TOO_SMALL');
  return { discounts: allocate(Math.min(discount, eligible), weights), shipping, problem: null };
}

/** The tax of an amount: contained in it, or on top of it. */
function taxOf(cents: number, { mode, rate }: TaxToApply): number {
  if (rate === null || mode === 'OFF') return 0;
  return mode === 'INCLUSIVE' ? share(cents, rate, 100_000 + rate) : share(cents, rate, 100_000);
}

/** What a cart comes to. `problem`: why the code does nothing; null: it does, or there is none. */
export function priceCart(
  lines: LineToPrice[],
  {
    shipping: rate,
    code,
    tax = { mode: 'OFF', rate: null },
  }: { shipping: ShippingRate; code?: CodeToApply | null; tax?: TaxToApply },
): Pricing & { problem: CodeProblem | null } {
  const subtotal = subtotalOf(lines);
  const full = shippingCents(subtotal, rate);
  const { discounts, shipping, problem } = code
    ? applyCode(lines, full, code)
    : { discounts: lines.map(() => 0), shipping: full, problem: null };
  const discount = sum(discounts);
  const taxes = lines.map((line, at) => taxOf(line.cents * line.quantity - (discounts[at] ?? 0), tax));
  const shippingTax = taxOf(shipping, tax);
  const taxed = sum(taxes) + shippingTax;
  const charged = subtotal - discount + shipping;
  return {
    subtotal,
    discount,
    discounts,
    shipping,
    taxMode: tax.mode,
    tax: taxed,
    taxes,
    shippingTax,
    taxLines:
      tax.mode === 'OFF' || tax.rate === null
        ? []
        : [{ rate: tax.rate, net: tax.mode === 'INCLUSIVE' ? charged - taxed : charged, tax: taxed }],
    total: tax.mode === 'EXCLUSIVE' ? charged + taxed : charged,
    problem,
  };
}

/** Sums of an order from before there were any but its total and shipping. */
export function plainPricing({ shipping, total }: { shipping: number; total: number }): Pricing {
  return {
    subtotal: total - shipping,
    discount: 0,
    discounts: [],
    shipping,
    taxMode: 'OFF',
    tax: 0,
    taxes: [],
    shippingTax: 0,
    taxLines: [],
    total,
  };
}

export interface RefundedLine {
  /** The line's number in the order, from 1. */
  lineId: number;
  quantity: number;
}

/** Money and the tax in it. */
export interface RefundSum {
  cents: number;
  tax: number;
}

/** What the first `pieces` of a line came to: a line that is returned piece by piece adds up to what was paid for it. */
function paidFor(line: LineToPrice, pricing: Pricing, at: number, pieces: number): RefundSum {
  const tax = share(pricing.taxes[at] ?? 0, pieces, line.quantity);
  const goods = share(line.cents * line.quantity - (pricing.discounts[at] ?? 0), pieces, line.quantity);
  return { cents: pricing.taxMode === 'EXCLUSIVE' ? goods + tax : goods, tax };
}

/** What these pieces of a line came to, of which `before` were returned already. */
export function refundOfLine(
  line: LineToPrice,
  pricing: Pricing,
  at: number,
  { before, quantity }: { before: number; quantity: number },
): RefundSum {
  const [from, to] = [before, before + quantity].map((pieces) => paidFor(line, pricing, at, pieces)) as [
    RefundSum,
    RefundSum,
  ];
  return { cents: to.cents - from.cents, tax: to.tax - from.tax };
}

/** The tax in an amount that is refunded, where `before` was refunded already: all of it is in the whole. */
export function taxInRefund(pricing: Pricing, before: RefundSum, cents: number): number {
  const left = { cents: pricing.total - before.cents, tax: pricing.tax - before.tax };
  return left.cents <= 0 ? 0 : Math.max(0, share(left.tax < 0 ? 0 : left.tax, cents, left.cents));
}

/** A refund of lines, where `before` was refunded already: the last cent returns the last of the tax, none more than is left. */
export function withTaxLeft(pricing: Pricing, before: RefundSum, { cents, tax }: RefundSum): RefundSum {
  const left = pricing.tax - before.tax;
  return { cents, tax: cents === pricing.total - before.cents ? left : Math.min(tax, left) };
}
