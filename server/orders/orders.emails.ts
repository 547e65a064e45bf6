import { PAGES } from '#contract/site/pages.ts';
import type { Language } from '#contract/text/languages.ts';
import type { OwnerField } from '#contract/settings/translations.ts';
import { mayWithdraw } from '#contract/withdrawals/withdrawals.rules.ts';
import type { I18n } from '@lingui/core';
import type { Transaction } from 'kysely';
import type { Context } from '#server/app/context.ts';
import type { DB as Database } from '#server/app/database/database.types.ts';
import { ownerTexts } from '#server/app/start/owner-texts.ts';
import { countryName, formatMoney } from '#server/app/i18n/formats.ts';
import type { EmailTemplate, Row } from '#server/app/mail/email-template.ts';
import type { Pricing } from '#contract/shop/pricing.rules.ts';
import { pricingOf } from './pricing-of.ts';
import type { OrderRow } from './orders.store.ts';

/** Where carriers show a parcel's way; others get the number alone. */
const TRACKING: [RegExp, (number: string) => string][] = [
  [/^ups$/i, (number) => `https://www.ups.com/track?tracknum=${number}`],
  [/^usps$/i, (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`],
  [/^fedex$/i, (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`],
  [/^dhl/i, (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}`],
];

const orderUrl = (ctx: Context, order: OrderRow) =>
  `${ctx.settings.PUBLIC_URL}/order-confirmation/${order.id}?key=${encodeURIComponent(order.order_key)}`;

const invoiceUrl = (ctx: Context, order: OrderRow) =>
  `${ctx.settings.PUBLIC_URL}/orders/${order.id}/invoice?key=${encodeURIComponent(order.order_key)}`;

const idOf = (order: OrderRow) => ({ id: String(order.id) });
const numberRow = (i18n: I18n, order: OrderRow): Row => ({
  label: i18n._('Order number'),
  value: String(order.id),
});
const totalRow = (i18n: I18n, order: OrderRow): Row => ({
  label: i18n._('Total'),
  value: formatMoney(order.total_cents, order.currency, i18n.locale),
  strong: true,
});

const confirmed =
  (ctx: Context, order: OrderRow): EmailTemplate =>
  (i18n) => {
    const money = (cents: number) => formatMoney(cents, order.currency, i18n.locale);
    const pricing = pricingOf(order);
    return {
      subject: i18n._('Your order {id} is confirmed', idOf(order)),
      heading: i18n._('Thank you, {name}!', { name: order.shipping_name }),
      paragraphs: [
        i18n._('We received your payment and are getting your order ready.'),
        ...listOwnerTexts(ctx, i18n, 'confirmedMail'),
        i18n._(
          "We prepare your order in 1-2 business days and deliver it in 3-5 business days. We'll email you the tracking number.",
        ),
      ],
      rows: [
        numberRow(i18n, order),
        ...order.items.map((item) => ({
          label: `${item.quantity} × ${item.variant ? `${item.name} (${item.variant})` : item.name}`,
          value: money(item.cents * item.quantity),
          picture: item.image && new URL(item.image, ctx.settings.PUBLIC_URL).href,
        })),
        ...(pricing.discount > 0 ? [{ label: i18n._('Discount'), value: money(-pricing.discount) }] : []),
        {
          label: i18n._('Shipping'),
          value: order.shipping_cents === 0 ? i18n._('FREE') : money(order.shipping_cents),
        },
        ...pricing.taxLines.map(({ rate, net, tax }) => ({
          label: taxLabel(i18n, pricing, { rate, net: money(net) }),
          value: money(tax),
        })),
        totalRow(i18n, order),
        {
          label: i18n._('Ship to'),
          value: `${order.shipping_name}\n${order.shipping_address}\n${order.shipping_city}, ${order.shipping_state} ${order.shipping_zip_code}\n${countryName(order.shipping_country, i18n.locale)}`,
        },
      ],
      action: { label: i18n._('View your order'), url: orderUrl(ctx, order) },
      links: [
        { label: i18n._('View the invoice'), url: invoiceUrl(ctx, order) },
        ...withdrawalLink(ctx, i18n, order),
      ],
      notes: listOwnerTexts(ctx, i18n, 'shippingWords', 'taxNote', 'returnWords'),
    };
  };

const taxLabel = (i18n: I18n, { taxMode }: Pricing, { rate, net }: { rate: number; net: string }): string => {
  const percent = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 3 }).format(rate / 1000);
  return taxMode === 'INCLUSIVE'
    ? i18n._('Includes {percent}% tax on {net} net', { percent, net })
    : i18n._('Tax, {percent}% of {net}', { percent, net });
};

/** Where the buyer may withdraw from this order, if they may. */
const withdrawalLink = ({ settings }: Context, i18n: I18n, order: OrderRow) =>
  mayWithdraw(settings.owner.shop.withdrawalMode, {
    status: order.status,
    shippingCountry: order.shipping_country,
  })
    ? [
        {
          label: i18n._('Withdraw from contract'),
          url: `${settings.PUBLIC_URL}${PAGES.withdraw}?order=${order.id}`,
        },
      ]
    : [];

/** The owner's own text, if any. */
const listOwnerTexts = ({ settings }: Context, i18n: I18n, ...fields: OwnerField[]): string[] =>
  fields.flatMap((field) => ownerTexts(settings, i18n.locale as Language).text(field).text ?? []);

const shipped =
  (ctx: Context, order: OrderRow): EmailTemplate =>
  (i18n) => {
    const { carrier, tracking_number: number } = order;
    const track =
      number && TRACKING.find(([name]) => carrier && name.test(carrier))?.[1](encodeURIComponent(number));
    return {
      subject: i18n._('Your order {id} is on its way', idOf(order)),
      heading: i18n._('Your order has shipped'),
      paragraphs: [
        i18n._('Your sunglasses are on their way. They usually arrive in 3-5 business days.'),
        ...listOwnerTexts(ctx, i18n, 'shippedMail'),
      ],
      rows: [
        numberRow(i18n, order),
        ...(carrier ? [{ label: i18n._('Carrier'), value: carrier }] : []),
        ...(number ? [{ label: i18n._('Tracking number'), value: number }] : []),
      ],
      action: track
        ? { label: i18n._('Track your parcel'), url: track }
        : { label: i18n._('View your order'), url: orderUrl(ctx, order) },
    };
  };

const cancelled =
  (ctx: Context, order: OrderRow): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your order {id} was cancelled', idOf(order)),
    heading: i18n._('Your order was cancelled'),
    paragraphs: [...(order.cancel_reason === null ? [] : [order.cancel_reason]), refundTexts(i18n, order)],
    rows: [numberRow(i18n, order), totalRow(i18n, order)],
    action: { label: i18n._('View your order'), url: orderUrl(ctx, order) },
  });

const refunded =
  (ctx: Context, order: OrderRow): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Your order {id} was refunded', idOf(order)),
    heading: i18n._('Your order was refunded'),
    paragraphs: [refundTexts(i18n, order)],
    rows: [numberRow(i18n, order), totalRow(i18n, order)],
    action: { label: i18n._('View your order'), url: orderUrl(ctx, order) },
  });

/** A part of the money. */
const partRefunded =
  (ctx: Context, order: OrderRow, cents = order.refunded_cents): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('A refund for your order {id}', idOf(order)),
    heading: i18n._('We refunded part of your order'),
    paragraphs: [refundedText(i18n, cents, order.currency)],
    rows: [numberRow(i18n, order), totalRow(i18n, order)],
    action: { label: i18n._('View your order'), url: orderUrl(ctx, order) },
  });

const refundFailed =
  (ctx: Context, order: OrderRow): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('The refund of your order {id} is delayed', idOf(order)),
    heading: i18n._('Your refund is delayed'),
    paragraphs: [
      i18n._(
        "We told you your payment was refunded, but the payment provider couldn't complete the refund. We'll try again and email you once it's done.",
      ),
    ],
    rows: [numberRow(i18n, order), totalRow(i18n, order)],
    action: { label: i18n._('View your order'), url: orderUrl(ctx, order) },
  });

/** To the admins. `id`: of the order; null: of a payment without one. */
export const refundFailedEmail =
  ({ settings }: Pick<Context, 'settings'>, id: number | null): EmailTemplate =>
  (i18n) => ({
    subject:
      id === null
        ? i18n._('A refund on {site} failed', { site: settings.SITE_NAME })
        : i18n._('The refund of order {id} failed', { id: String(id) }),
    heading: i18n._('A refund failed'),
    paragraphs: [
      id === null
        ? i18n._("A payment without an order couldn't be refunded. We'll try again. See Jobs for details.")
        : i18n._(
            "The payment provider couldn't complete the refund, so the money is still in your account there. Open the order to try again.",
          ),
    ],
    action:
      id === null
        ? { label: i18n._('View'), url: `${settings.PUBLIC_URL}/admin?tab=jobs` }
        : { label: i18n._('View order'), url: `${settings.PUBLIC_URL}${PAGES.adminOrders}?q=${id}` },
  });

const refundedText = (i18n: I18n, cents: number, currency: string): string =>
  i18n._('We refunded {amount} to your original payment method. It can take a few days to appear.', {
    amount: formatMoney(cents, currency, i18n.locale),
  });

function refundTexts(i18n: I18n, order: OrderRow): string {
  if (order.refunded_at) return refundedText(i18n, order.total_cents, order.currency);
  return order.capture_id
    ? i18n._(
        'The payment for this order was not made through our site; please reply to this email if you are owed a refund.',
      )
    : i18n._('Nothing was charged.');
}

export const ORDER_EMAILS = { confirmed, shipped, cancelled, refunded, partRefunded, refundFailed };

/**
 * To the buyer's account address, else the one the payment came from, and to the one given at checkout; none where none is
 * known. Guests are written to in the language they ordered in. `cents`: of a partial refund.
 */
export async function sendEmail(
  ctx: Context,
  trx: Transaction<Database>,
  kind: keyof typeof ORDER_EMAILS,
  order: OrderRow,
  cents?: number,
): Promise<void> {
  const all = [order.account_email ?? order.payer_email, order.email].filter((to) => to !== null);
  const addresses = new Map(all.map((to) => [to.toLowerCase(), to]));
  for (const to of addresses.values())
    await ctx.outbox.sendTemplate(trx, to, ORDER_EMAILS[kind](ctx, order, cents), order.language);
}
