import Fraction from 'fraction.js';
import { expect, test } from 'vitest';
import {
  priceCart,
  refundOfLine,
  taxInRefund,
  withTaxLeft,
  type CodeToApply,
  type LineToPrice,
  type Pricing,
  type RefundSum,
  type ShippingRate,
  type TaxToApply,
} from '#contract/shop/pricing.rules.ts';
import { reportBar, takeSample } from '#server/testing/soak.ts';

/** Every price against a calculation of its own, with rationals. */
const CASES = 10_000;
const SAMPLE = 300;

interface Case {
  lines: LineToPrice[];
  shipping: ShippingRate;
  code: CodeToApply | null;
  tax: TaxToApply;
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const oneOf = <T>(...all: [T, ...T[]]): T => all[whole(0, all.length - 1)] ?? all[0];
  return { whole, oneOf };
}
type Random = ReturnType<typeof randomOf>;

function randomCase({ whole, oneOf }: Random): Case {
  const price = () => whole(1, oneOf(9, 500, 20_000, 10_000_000));
  const lines = Array.from({ length: whole(1, oneOf(3, 12, 50)) }, (_, at) => ({
    productId: oneOf(at, whole(1, 4)),
    cents: oneOf(price(), 999, 3333),
    quantity: oneOf(1, whole(1, 20)),
  }));
  const kind = oneOf('PERCENT' as const, 'AMOUNT' as const, 'SHIPPING' as const);
  return {
    lines,
    shipping: { cents: oneOf(0, whole(1, 5000)), freeFromCents: oneOf(null, null, whole(0, 50_000)) },
    code: oneOf(null, {
      kind,
      value: kind === 'PERCENT' ? oneOf(whole(1, 10_000), 1250, 3333) : kind === 'AMOUNT' ? price() : 0,
      minimumCents: oneOf(null, null, whole(0, 100_000)),
      productIds: oneOf<number[]>([], [], [whole(1, 4)], [1, 2]),
    }),
    tax: {
      mode: oneOf('OFF', 'INCLUSIVE', 'EXCLUSIVE'),
      rate: oneOf(null, 19_000, 25_500, 8875, whole(0, 100_000), whole(0, 100_000)),
    },
  };
}

/** None of these is negative. */
const rounded = (exact: Fraction): number => Number(exact.add(1, 2).floor().valueOf());
const sum = (all: number[]): number => all.reduce((total, each) => total + each, 0);

/** A cent at a time to the line that is furthest from its share. */
function divided(cents: number, weights: number[]): number[] {
  const exact = weights.map((weight) => new Fraction(cents).mul(weight).div(sum(weights)));
  const given = exact.map((each) => Number(each.floor().valueOf()));
  while (sum(given) < cents) {
    const missing = exact.map((each, at) => each.sub(given[at] ?? 0));
    const most = missing.reduce((best, each, at) => (each.gt(missing[best] ?? 0) ? at : best), 0);
    given[most] = (given[most] ?? 0) + 1;
  }
  return given;
}

function expected({ lines, shipping: rate, code, tax: { mode, rate: percent } }: Case): Pricing {
  const gross = lines.map(({ cents, quantity }) => cents * quantity);
  const subtotal = sum(gross);
  let shipping = rate.freeFromCents !== null && subtotal >= rate.freeFromCents ? 0 : rate.cents;
  let discounts = gross.map(() => 0);
  const isFor = (productId: number) => code?.productIds.length === 0 || code?.productIds.includes(productId);
  const eligible = gross.map((cents, at) => (isFor(lines[at]?.productId ?? 0) ? cents : 0));
  if (code && subtotal >= (code.minimumCents ?? 0) && sum(eligible) > 0) {
    if (code.kind === 'SHIPPING') shipping = 0;
    const off = {
      SHIPPING: 0,
      AMOUNT: Math.min(code.value, sum(eligible)),
      PERCENT: rounded(new Fraction(code.value, 10_000).mul(sum(eligible))),
    };
    discounts = divided(off[code.kind], eligible);
  }
  const share = new Fraction(percent ?? 0, 100_000);
  const taxOf = (cents: number): number =>
    mode === 'OFF' ? 0 : rounded(share.mul(cents).div(mode === 'INCLUSIVE' ? share.add(1) : 1));
  const paid = gross.map((cents, at) => cents - (discounts[at] ?? 0));
  const taxes = paid.map(taxOf);
  const shippingTax = taxOf(shipping);
  const tax = sum(taxes) + shippingTax;
  const charged = sum(paid) + shipping;
  const net = mode === 'INCLUSIVE' ? charged - tax : charged;
  return {
    subtotal,
    discount: sum(discounts),
    discounts,
    shipping,
    taxMode: mode,
    tax,
    taxes,
    shippingTax,
    taxLines: mode === 'OFF' || percent === null ? [] : [{ rate: percent, net, tax }],
    total: mode === 'EXCLUSIVE' ? charged + tax : charged,
  };
}

/** Returns each line in pieces: close to their share, and all of it in the end. */
function returnLine(line: LineToPrice, at: number, pricing: Pricing, { whole }: Random): RefundSum[] {
  const tax = pricing.taxes[at] ?? 0;
  const goods = line.cents * line.quantity - (pricing.discounts[at] ?? 0);
  const paid = pricing.taxMode === 'EXCLUSIVE' ? goods + tax : goods;
  const refunds: RefundSum[] = [];
  for (let before = 0; before < line.quantity;) {
    const quantity = whole(1, line.quantity - before);
    const refund = refundOfLine(line, pricing, at, { before, quantity });
    // goods and tax are rounded, before and after
    expect(Math.abs(new Fraction(paid * quantity, line.quantity).sub(refund.cents).valueOf())).toBeLessThan(
      2,
    );
    refunds.push(refund);
    before += quantity;
  }
  expect([sum(refunds.map(({ cents }) => cents)), sum(refunds.map((refund) => refund.tax))]).toEqual([
    paid,
    tax,
  ]);
  return refunds;
}

/** Returns everything: pieces of lines, amounts between them, and the rest. */
function refundAll(lines: LineToPrice[], pricing: Pricing, random: Random): void {
  const paid = { cents: 0, tax: 0 };
  const add = ({ cents, tax }: RefundSum) => {
    expect([cents >= 0, tax >= 0, tax <= pricing.tax - paid.tax]).toEqual([true, true, true]);
    paid.cents += cents;
    paid.tax += tax;
  };
  const amount = (cents: number) => add({ cents, tax: taxInRefund(pricing, paid, cents) });
  for (const refund of lines.flatMap((line, at) => returnLine(line, at, pricing, random))) {
    const left = pricing.total - paid.cents;
    if (random.oneOf(true, false, false)) amount(random.whole(0, Math.floor(left / 4)));
    // what is above is refused
    if (refund.cents <= pricing.total - paid.cents) add(withTaxLeft(pricing, paid, refund));
  }
  amount(pricing.total - paid.cents);
  expect(paid).toEqual({ cents: pricing.total, tax: pricing.tax });
}

test('0 cents off in generated carts × codes × taxes × shipping × refunds', { timeout: 600_000 }, () => {
  const seeds = takeSample(
    Array.from({ length: CASES }, (_, seed) => seed),
    SAMPLE,
  );
  const off = seeds.filter((seed) => {
    const random = randomOf(seed);
    const cart = randomCase(random);
    const { problem, ...priced } = priceCart(cart.lines, cart);
    expect.soft({ seed, ...priced }).toEqual({ seed, ...expected(cart) });
    const isIdle =
      priced.discount === 0 && priced.shipping === priceCart(cart.lines, { ...cart, code: null }).shipping;
    expect(problem !== null, String(seed)).toBe(cart.code !== null && isIdle);
    refundAll(cart.lines, priced, random);
    return priced.total !== expected(cart).total;
  });
  reportBar('totals that are off', off.length, 0);
  expect(off).toEqual([]);
});
