/** What the owner asks for shipping, in the shop's currency. */
export interface ShippingPrice {
  price: number;
  /** Orders whose items cost this much ship free; null: none do. */
  freeFrom: number | null;
}

const toCents = (amount: number): number => Math.round(amount * 100);

/** What shipping costs where the items cost so much; in cents, like the items. */
export function shippingCents(items: number, { price, freeFrom }: ShippingPrice): number {
  return freeFrom !== null && items >= toCents(freeFrom) ? 0 : toCents(price);
}

/** What a cart comes to, in cents; without a price of the owner's, shipping is free. */
export function sumCart(lines: { price: number; quantity: number }[], shipping: ShippingPrice | undefined) {
  const items = lines.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0);
  const sent = shipping ? shippingCents(items, shipping) : 0;
  return { items, shipping: sent, total: items + sent };
}
