import { PAGES } from '#contract/site/pages.ts';
import { LINK_DAYS } from '#contract/withdrawals/withdrawals.ts';
import type { Context } from '#server/app/context.ts';
import { formatSecond, formatTime } from '#server/app/i18n/formats.ts';
import type { EmailTemplate } from '#server/app/mail/email-template.ts';
import type { OrderRow } from '#server/orders/orders.store.ts';
import { refundBy } from './withdrawals.rules.ts';

type Site = Pick<Context, 'settings'>;
type Order = Pick<OrderRow, 'id' | 'shipping_name'>;

/** The link declares nothing by being opened: the button on its page does. */
export const linkEmail =
  ({ settings }: Site, order: Order, token: string): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Confirm your withdrawal from order {id}', { id: String(order.id) }),
    heading: i18n._('Confirm your withdrawal'),
    paragraphs: [
      i18n._(
        'You asked to withdraw from the contract for order {id}. Nothing is declared until you open the page below and confirm.',
        { id: String(order.id) },
      ),
    ],
    action: {
      label: i18n._('Review and confirm'),
      url: `${settings.PUBLIC_URL}${PAGES.withdraw}?token=${token}`,
    },
    notes: [
      i18n._('The link works for {days} days.', { days: LINK_DAYS }),
      i18n._('Didn’t request this? You can ignore this email. Nothing will change.'),
    ],
  });

/** The acknowledgement of receipt: what was declared, and when. */
export const receiptEmail =
  (order: Order, { email, declaredAt }: { email: string; declaredAt: Date }): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('We received your withdrawal from order {id}', { id: String(order.id) }),
    heading: i18n._('We received your withdrawal'),
    paragraphs: [
      i18n._('On {at}, you declared that you withdraw from the contract for order {id}.', {
        at: formatSecond(declaredAt, i18n.locale),
        id: String(order.id),
      }),
    ],
    rows: [
      { label: i18n._('Order number'), value: String(order.id) },
      { label: i18n._('Name'), value: order.shipping_name },
      { label: i18n._('Email'), value: email },
    ],
    notes: [
      i18n._('This email confirms that we received your declaration. We’ll contact you about the return.'),
    ],
  });

/** To the admins. */
export const declaredEmail =
  ({ settings }: Site, { id }: Order, declaredAt: Date): EmailTemplate =>
  (i18n) => ({
    subject: i18n._('Withdrawal from order {id}', { id: String(id) }),
    heading: i18n._('A buyer withdrew from an order'),
    paragraphs: [
      i18n._('Declared on {at}. If the withdrawal is valid, the refund is due by {day}.', {
        at: formatSecond(declaredAt, i18n.locale),
        day: formatTime(refundBy(declaredAt), i18n.locale),
      }),
    ],
    action: { label: i18n._('View order'), url: `${settings.PUBLIC_URL}${PAGES.adminOrders}?q=${id}` },
  });
