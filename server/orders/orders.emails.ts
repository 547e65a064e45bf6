import type { Transaction } from 'kysely';
import { toDecimal } from '#server/adapters/payments/money.ts';
import type { Context } from '#server/app/context.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import type { EmailContent } from '#server/app/mail/email-template.ts';
import { countryName } from './country.ts';
import type { OrderRow } from './orders.store.ts';

export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(toDecimal(cents)));

/** Where carriers show a parcel's way; others get the number alone. */
const TRACKING: [RegExp, (number: string) => string][] = [
  [/^ups$/i, (number) => `https://www.ups.com/track?tracknum=${number}`],
  [/^usps$/i, (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`],
  [/^fedex$/i, (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`],
  [/^dhl/i, (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}`],
];

const orderUrl = (ctx: Context, order: OrderRow) =>
  `${ctx.settings.PUBLIC_URL}/order-confirmation/${order.id}?key=${encodeURIComponent(order.order_key)}`;

function confirmed(ctx: Context, order: OrderRow): EmailContent {
  const { confirmedMail, shippingWords, taxNote, returnWords } = ctx.settings.owner.shop;
  return {
    subject: `Your order ${order.id} is confirmed`,
    heading: `Thank you, ${order.shipping_name}!`,
    paragraphs: [
      'We received your payment and are getting your order ready.',
      ...said(confirmedMail),
      'It is prepared in 1-2 business days and delivered in 3-5 business days. You will get the tracking number by email.',
    ],
    rows: [
      { label: 'Order number', value: String(order.id) },
      ...order.items.map((item) => ({
        label: `${item.quantity} × ${item.name}`,
        value: money(item.cents * item.quantity, order.currency),
        picture: item.image && new URL(item.image, ctx.settings.PUBLIC_URL).href,
      })),
      {
        label: 'Shipping',
        value: order.shipping_cents === 0 ? 'FREE' : money(order.shipping_cents, order.currency),
      },
      { label: 'Total', value: money(order.total_cents, order.currency), strong: true },
      {
        label: 'Ship to',
        value: `${order.shipping_name}\n${order.shipping_address}\n${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip_code}\n${countryName(order.shipping_country)}`,
      },
    ],
    action: { label: 'View your order', url: orderUrl(ctx, order) },
    notes: [shippingWords, taxNote, returnWords].flatMap(said),
  };
}

/** The owner's own words, where there are any. */
const said = (words: string | null): string[] => (words === null ? [] : [words]);

function shipped(ctx: Context, order: OrderRow): EmailContent {
  const { carrier, tracking_number: number } = order;
  const track =
    number && TRACKING.find(([name]) => carrier && name.test(carrier))?.[1](encodeURIComponent(number));
  return {
    subject: `Your order ${order.id} is on its way`,
    heading: 'Your order has shipped',
    paragraphs: [
      'Your sunglasses are on their way. They usually arrive in 3-5 business days.',
      ...said(ctx.settings.owner.shop.shippedMail),
    ],
    rows: [
      { label: 'Order number', value: String(order.id) },
      ...(carrier ? [{ label: 'Carrier', value: carrier }] : []),
      ...(number ? [{ label: 'Tracking number', value: number }] : []),
    ],
    action: track
      ? { label: 'Track your parcel', url: track }
      : { label: 'View your order', url: orderUrl(ctx, order) },
  };
}

function cancelled(ctx: Context, order: OrderRow): EmailContent {
  return {
    subject: `Your order ${order.id} was cancelled`,
    heading: 'Your order was cancelled',
    paragraphs: [
      ...(order.cancel_reason ? [order.cancel_reason] : []),
      order.refunded_at
        ? `We refunded ${money(order.total_cents, order.currency)} to your original payment method. It can take a few days to appear.`
        : order.capture_id
          ? 'The payment for this order was not made through our site; please reply to this email if you are owed a refund.'
          : 'Nothing was charged.',
    ],
    rows: [
      { label: 'Order number', value: String(order.id) },
      { label: 'Total', value: money(order.total_cents, order.currency), strong: true },
    ],
    action: { label: 'View your order', url: orderUrl(ctx, order) },
  };
}

const EMAILS = { confirmed, shipped, cancelled };

/** To the buyer's account address, else the one the payment came from; none where neither is known. */
export async function sendEmail(
  ctx: Context,
  trx: Transaction<Database>,
  kind: keyof typeof EMAILS,
  order: OrderRow,
): Promise<void> {
  const to = order.account_email ?? order.payer_email;
  if (to) await ctx.outbox.sendTemplate(trx, to, EMAILS[kind](ctx, order));
}
